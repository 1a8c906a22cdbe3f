import { expect, it } from "@jest/globals";
import { createDomain } from "../../domain.js";
import { memoryPorts } from "../../memory/memory-ports.js";
import { anEntry, bundleOf } from "../../testing/builders.js";
import { readList } from "../../testing/fresh-storage.js";

it("rebuilding the feed restores entries that differ from their records", async () => {
  const ports = memoryPorts();
  const domain = createDomain(ports);
  const [mine, other] = [
    (await domain.accounts.create({ key: "acme", name: "Acme" })).id,
    (await domain.accounts.create({ key: "other", name: "Other" })).id,
  ];
  const reviews = Array.from({ length: 2_500 }, (_, index) => ({
    kind: "review",
    id: index + 1,
    platform_id: 3,
    create_time: new Date(1_700_000_000_000 + index * 1_000).toISOString(),
  }));
  const bundle = [{ kind: "platform", id: 3, name: "Google", is_survey: false }, ...reviews];
  await domain.bundle.load(mine, bundleOf(bundle, 1_000));
  await domain.bundle.load(other, bundleOf(bundle, 1_000));
  const before = await readList(ports.storage, mine, "reviews");
  await ports.storage.transact(mine, async ({ feed }) => {
    await feed.publish(mine, "reviews", [anEntry({ id: 7, json: '{"stale":true}' }), anEntry({ id: 99_999 })]);
    await feed.publish(mine, "invites", [anEntry()]);
  });
  const report = await domain.feed.rebuild(mine);
  expect(Object.entries(report)).toEqual([
    ["invites", 0],
    ["reviews", 2_500],
    ["surveys", 0],
    ["survey_responses", 0],
    ["conversions", 0],
  ]);
  expect(await readList(ports.storage, mine, "reviews")).toEqual(before);
  expect((await readList(ports.storage, mine, "invites")).count).toBe(0);
  expect((await readList(ports.storage, other, "reviews")).count).toBe(2_500);
});
