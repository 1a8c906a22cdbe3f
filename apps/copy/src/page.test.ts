import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { checksumOf, readPage } from "./page.js";

const origin = { source: "https://repute.example.com", lists: undefined };
const time = "2026-03-01T12:00:00+00:00";
const texts = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom("a", 'say "x"', "b\\", ',"item":{', '","op":"delete'),
);
const entries = fc.record({
  list: fc.constantFrom("reviews", "calls"),
  id: texts,
  item: fc.option(fc.record({ text: texts, item: texts, nested: fc.array(texts, { maxLength: 2 }) })),
});

describe("a page of changes", () => {
  it("is parsed completely, with checksums of the received bytes", () => {
    fc.assert(
      fc.property(fc.array(entries, { maxLength: 6 }), fc.boolean(), (all, isEnded) => {
        const lines = all.map(({ list, id, item }) =>
          JSON.stringify({ list, id, op: item ? "upsert" : "delete", changed_at: time, ...(item && { item }) }),
        );
        const page = readPage(Buffer.from(lines.join("\n") + (isEnded && lines.length > 0 ? "\n" : "")), origin);
        expect(page.map(({ list }) => list)).toEqual([...new Set(all.map(({ list }) => list))]);
        for (const { list, deletes, upserts } of page) {
          const own = all.filter((one) => one.list === list);
          expect(deletes).toEqual(own.filter(({ item }) => !item).map(({ id }) => id));
          expect(upserts.map(({ id, changedAt, checksum, item }) => ({ id, changedAt, checksum, item }))).toEqual(
            own.flatMap(({ id, item }) =>
              item ? [{ id, changedAt: time, item, checksum: checksumOf(id, Buffer.from(JSON.stringify(item))) }] : [],
            ),
          );
        }
      }),
    );
  });
});

describe("a page of a hostile source", () => {
  const head = { list: "calls", id: "1", op: "upsert", changed_at: time };
  const line = (more: object) => JSON.stringify({ ...head, item: {}, ...more });
  const read = (text: string, lists?: readonly string[]) => readPage(Buffer.from(`${text}\n`), { ...origin, lists });

  it.each([
    ["a line that is not JSON", "{"],
    ["a truncated line", line({}).slice(0, -1)],
    ["an array", "[]"],
    ["a number", "7"],
    ["an unknown operation", line({ op: "truncate" })],
    ["no operation", line({ op: undefined })],
    ["an upsert without an item", JSON.stringify(head)],
    ["a deletion with an item", line({ op: "delete" })],
    ["an item that is null", line({ item: null })],
    ["an item that is an array", line({ item: [] })],
    ["an id that is a number", line({ id: 1 })],
    ["a list that is null", line({ list: null })],
    ["an invalid time", line({ changed_at: "now" })],
    ["a line head that is too long", line({ id: "x".repeat(5_000) })],
  ])("is rejected with one line that names the source: %s", (_what, text) => {
    expect(() => read(text)).toThrow(`The source ${origin.source} sent a line that is not a valid change`);
  });

  it.each([
    ["nested too deeply", `{"a":${"[".repeat(600)}${"]".repeat(600)}}`],
    ["made of too many values", `{"a":[${"1,".repeat(600_000)}1]}`],
    ["made of too many objects", `{"a":[${"{},".repeat(300_000)}1]}`],
  ])("is rejected before parsing an item that is %s", (_what, item) => {
    const text = line({}).replace("{}}", `${item}}`);
    expect(() => read(text)).toThrow(/^The source \S+ sent an item that is nested too deeply or too large\.$/);
  });

  it("is rejected when nested rows would repeat a long id too often", () => {
    const item = `{"groups":[${"1,".repeat(12_000)}1]}`;
    const lineOf = (id: string) => line({ id }).replace("{}}", `${item}}`);
    expect(() => read(lineOf("x".repeat(3_000)))).toThrow(
      /^The source \S+ sent an item that is nested too deeply or too large\.$/,
    );
    expect(read(lineOf("x".repeat(300)))[0]?.upserts).toHaveLength(1);
  });

  it("gets a weight that counts values, because parsed values take more memory than their JSON", () => {
    const weightOf = (item: string) => read(line({}).replace("{}}", `${item}}`))[0]?.upserts[0]?.place?.weight ?? 0;
    expect(weightOf(`{"groups":[${"1,".repeat(100_000)}1]}`)).toBeGreaterThan(1_000_000);
    expect(weightOf(JSON.stringify({ comment: "x".repeat(200_000) }))).toBeLessThan(201_000);
  });

  it("is accepted when a long item has brackets and commas only inside strings", () => {
    const text = line({ item: { comment: `${'[{,\\"'.repeat(200_000)}` } });
    expect(read(text)[0]?.upserts).toHaveLength(1);
  });

  it("is rejected when an item is not JSON, without quoting the item", () => {
    const [changes] = read(line({}).replace("{}}", '{"name":secret}}'));
    expect(() => changes?.upserts[0]?.item).toThrow(/^The source \S+ sent a line that is not a valid change\.$/);
  });

  it.each([
    "payroll_",
    "Payroll",
    "_repute_copy",
    "../x",
    'a"b',
    "",
    "review_groups",
    "review/groups",
    "x".repeat(64),
    `a${"B".repeat(39)}`,
    "pg-authid",
    "sqlite/sequence",
    "duckdb-tables",
  ])("is rejected when the list cannot have a table (%s)", (list) => {
    expect(() => read(line({ list }))).toThrow("sent a list that was not requested");
  });

  it("is rejected when the list was not requested", () => {
    expect(() => read(line({ list: "reviews" }), ["calls"])).toThrow("sent a list that was not requested");
    expect(read(line({}), ["calls"])).toHaveLength(1);
  });
});
