import { expect, it } from "@jest/globals";
import { createDomain } from "../../domain.js";
import { memoryPorts } from "../../memory/memory-ports.js";
import { at, bundleOf } from "../../testing/builders.js";
import type { FeedBatch } from "../feed/feed.js";
import { readItems } from "./read-items.js";

const batch = (count: number, json: string, release?: () => void): FeedBatch => ({
  ...{ count, json: new TextEncoder().encode(json), watermark: at("2026-03-01") },
  ...(release && { delivery: { release } }),
});

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

it("reads the items of a list in order", async () => {
  const domain = createDomain(memoryPorts());
  const { id } = await domain.accounts.create({ key: "acme", name: "Acme" });
  const review = (number: number, comment: string) => ({
    ...{ kind: "review", id: number, platform_id: 3, rating: 5, comment },
    create_time: `2026-03-0${number}T17:00:00Z`,
  });
  const platform = { kind: "platform", id: 3, name: "Google", is_survey: false };
  await domain.bundle.load(id, bundleOf([platform, review(1, "a,\nb"), review(2, "ü}{")]));
  const items = await collect(readItems(await domain.reviews.list(id, {})));
  expect(items).toMatchObject([
    { review_id: 2, comment: "ü}{" },
    { review_id: 1, comment: "a,\nb" },
  ]);
});

it("reads no items from an empty list", async () => {
  async function* read() {
    yield batch(0, "");
  }
  expect(await collect(readItems({ read }))).toEqual([]);
});

it("releases the memory of each batch, and stops reading when the caller stops", async () => {
  const events: string[] = [];
  async function* read() {
    try {
      yield batch(2, '{"a":1},{"a":2}', () => events.push("released"));
      yield batch(1, '{"a":3}', () => events.push("released"));
    } finally {
      events.push("closed");
    }
  }
  for await (const item of readItems<{ a: number }>({ read })) if (item.a === 2) break;
  expect(events).toEqual(["released", "closed"]);
});
