import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { checksumOf, readPage } from "./page.js";

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
  it("is read as what it says, whatever the texts in it are, with checksums of the bytes that came", () => {
    fc.assert(
      fc.property(fc.array(entries, { maxLength: 6 }), fc.boolean(), (all, isEnded) => {
        const lines = all.map(({ list, id, item }) =>
          JSON.stringify({ list, id, op: item ? "upsert" : "delete", changed_at: time, ...(item && { item }) }),
        );
        const page = readPage(Buffer.from(lines.join("\n") + (isEnded && lines.length > 0 ? "\n" : "")));
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
