import { createHash } from "node:crypto";
import { beforeAll, expect, it } from "@jest/globals";
import type { PublicList } from "@repute/domain";
import { itemFingerprints, publicLists } from "@repute/domain";
import { bundleOf } from "@repute/domain/testing";
import type { Practice } from "../test/practice.js";
import { practice } from "../test/practice.js";
import type { Schema } from "./schema.js";
import { versions } from "./versions.js";

let acme: Practice;
beforeAll(async () => {
  acme = await practice();
  const campaigns = [
    { kind: "campaign", id: 7, name: "Spring", channel: "Paid Search", source: "google", scct_parameter: "spring-1" },
    { kind: "spend", id: 1, campaign_id: 7, amount: "3.00", start_date: "2026-03-01", end_date: "2026-03-03" },
  ];
  await acme.domain.bundle.load(acme.account, bundleOf(campaigns));
});

/** Names and types of a schema, without descriptions and examples. */
function typesOf({ type, format, items, properties, required, additionalProperties }: Schema): unknown {
  const members = Object.entries(properties ?? {}).map(([name, schema]) => [name, typesOf(schema)]);
  const others = typeof additionalProperties === "object" ? typesOf(additionalProperties) : additionalProperties;
  return [type, format, items && typesOf(items), Object.fromEntries(members), required, others];
}

/** Names and types of a value. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== "object" || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shapeOf(member)]));
}

/** Shapes of the items of a list in the change feed. */
async function shapesOf(list: PublicList): Promise<readonly string[]> {
  const { read } = await acme.domain.changes.list(acme.account, { lists: list });
  const shapes = new Set<string>();
  for await (const { json } of read("\n")) {
    for (const line of Buffer.from(json).toString().split("\n").filter(Boolean)) {
      shapes.add(JSON.stringify(shapeOf((JSON.parse(line) as { item: unknown }).item)));
    }
  }
  expect({ list, hasItems: shapes.size > 0 }).toEqual({ list, hasItems: true });
  return [...shapes].sort();
}

const v2 = versions.flatMap(({ prefix, routes }) => (prefix === "/v2" ? routes : []));
const replies = new Map(v2.map(({ path, reply }) => [path.slice(1).replace(/:\w+\//, ""), reply]));

/** Hashes the schema of a list, or the shapes of its items if only the change feed has the list. */
async function fingerprintOf(list: PublicList): Promise<string> {
  const reply = replies.get(list) as Schema | undefined;
  const form = reply ? typesOf(reply) : await shapesOf(list);
  return createHash("sha256").update(JSON.stringify(form)).digest("hex").slice(0, 8);
}

it("match the published schemas; if not, copy the expected values into packages/domain/src/foundation/feed/item-fingerprints.ts", async () => {
  const published: Record<string, string> = {};
  for (const list of publicLists) published[list] = await fingerprintOf(list);
  expect(itemFingerprints).toEqual(published);
});
