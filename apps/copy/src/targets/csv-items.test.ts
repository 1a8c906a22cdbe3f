import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { scaled } from "../../../../test/torture.js";
import { examples } from "../../test/examples.js";
import { readPage, type Upsert } from "../page.js";
import type { Item } from "../shape/table.js";
import { tableOf, tables } from "../shape/tables.js";
import { encoded } from "../sql/store-changes.js";
import { itemWriter } from "./csv-items.js";
import { CsvRows } from "./csv-rows.js";

const at = "2026-03-01T12:00:00+00:00";

/** Creates an upsert as the page parser returns it. */
function upsertOf(list: string, id: string, json: string): Upsert {
  const line = `{"list":"${list}","id":${JSON.stringify(id)},"op":"upsert","changed_at":"${at}","item":${json}}\n`;
  const [changes] = readPage(Buffer.from(line), { source: "s", lists: undefined });
  return changes?.upserts[0] as Upsert;
}

const encoders = (list: string) => [undefined, ...tableOf(list).children].map(() => new CsvRows());
const texts = (all: readonly CsvRows[]) => all.map((one) => Buffer.concat(one.pieces()).toString());

/** Returns the CSV that results from parsing every item. */
async function read(list: string, upserts: readonly Upsert[]): Promise<readonly string[]> {
  const fresh = { encoder: () => new CsvRows(), direct: () => () => false };
  const all = await encoded(
    { ...fresh, insert: async () => {}, hasSome: async () => false },
    { list, deletes: [], upserts },
    0,
    Infinity,
  );
  return texts(all.tables.map(({ rows }) => rows as CsvRows));
}

const value: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, 0, 7, -1, 4.5, 123456789012345, 1e21, "", [], {}, '"', "\\", "a\nb", "é"),
  fc.constantFrom(
    at,
    "2026-03-01 12:00:00+00:00",
    "2026-03-01T12:00:00.250+01:00",
    "2026-03-01",
    "é026-03-01T12:00:00",
  ),
  fc.constantFrom("3/5/2026 8:00:00 am", "$1,200.50", [1, 2], { a: '"}],\\' }, [{ created_at: at, name: "x" }]),
  fc.string({ unit: "binary", maxLength: 4 }),
  fc.jsonValue({ maxDepth: 2 }),
);

const row = fc.constantFrom(...tables).chain(({ list, columns }) => {
  const members = Object.fromEntries(columns.map(({ member }) => [member, fc.option(value, { freq: 3 })]));
  const item = fc.record<Record<string, unknown>>(members);
  const part = fc.record<Record<string, unknown>>({ ...members, more: value }, { requiredKeys: [] });
  return fc.record({
    list: fc.constant(list),
    id: fc.string(),
    items: fc.array(fc.oneof(item, part), { maxLength: 4 }),
  });
});

describe("an item written from its bytes", () => {
  it("matches the parsed item in nearly every list", async () => {
    for (const { list, item } of examples) {
      const upserts = ["7", "8"].map((id) => upsertOf(list, id, JSON.stringify(item)));
      const all = encoders(list);
      const add = itemWriter(tableOf(list), all);
      const direct = upserts.filter((upsert) => add(upsert));
      // A survey response has members named after its questions, so it is always parsed.
      expect(direct).toEqual(list === "survey-responses" ? [] : upserts);
      expect(texts(all)).toEqual(await read(list, direct));
    }
  });

  it("matches the parsed item for any value, or is rejected", async () => {
    await fc.assert(
      fc.asyncProperty(row, async ({ list, id, items }) => {
        const all = encoders(list);
        const add = itemWriter(tableOf(list), all);
        const upserts = items.map((item: Item) => upsertOf(list, id, JSON.stringify(item)));
        const written = upserts.filter((upsert) => add(upsert));
        expect(texts(all)).toEqual(await read(list, written));
      }),
      { numRuns: scaled(300, 5_000) },
    );
  });

  it("is rejected if its JSON is formatted differently", () => {
    const add = itemWriter(tableOf("locations"), encoders("locations"));
    const plain = '{"id":1,"location_name":"Main","external_location_ids":[]}';
    expect(add(upsertOf("locations", "1", plain))).toBe(true);
    const others = [plain.replace(":1", ": 1"), plain.replace("}", " }"), plain.replace('"Main"', '"\t"'), "{}"];
    for (const json of others) expect([json, add(upsertOf("locations", "1", json))]).toEqual([json, false]);
  });
});
