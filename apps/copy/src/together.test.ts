import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { type Portion, together } from "./together.js";

const portion = (cursor: number, rows: number, more: boolean, bytes = 0): Portion => {
  const deletes = Array.from({ length: rows }, (_, index) => `${cursor}.${index}`);
  return { page: [{ list: "reviews", deletes, upserts: [] }], bytes, next: `c${cursor}`, more };
};

async function* of(portions: readonly Portion[], error?: Error) {
  yield* portions;
  if (error) throw await Promise.resolve(error);
}

async function all(portions: AsyncIterable<Portion>) {
  const found: Portion[] = [];
  try {
    for await (const one of portions) found.push(one);
  } catch (error) {
    return { found, error };
  }
  return { found, error: undefined };
}

const idsOf = ({ page }: Portion) => page.flatMap(({ deletes }) => deletes);

it("combining pages uses whole pages until there are enough rows or no more pages", async () => {
  const pages = [
    portion(1, 4, true),
    portion(2, 4, true),
    portion(3, 4, true),
    portion(4, 1, false),
    portion(5, 2, true),
  ];
  const { found, error } = await all(together(of(pages), 8));
  expect(found.map(({ next, more, page }) => ({ next, more, pages: page.length }))).toEqual([
    { next: "c2", more: true, pages: 2 },
    { next: "c4", more: false, pages: 2 },
    { next: "c5", more: true, pages: 1 },
  ]);
  expect(error).toBeUndefined();
});

it("combining pages stops at 16 MiB", async () => {
  const pages = Array.from({ length: 7 }, (_, index) => portion(index, 1, true, 6 * 1_048_576));
  const { found } = await all(together(of(pages), 100));
  expect(found.map(({ page, bytes }) => [page.length, bytes / 1_048_576])).toEqual([
    [3, 18],
    [3, 18],
    [1, 6],
  ]);
});

it("combining pages yields the pages before an error, and then throws the error", async () => {
  const lost = new Error("lost");
  const { found, error } = await all(together(of([portion(1, 2, true), portion(2, 2, true)], lost), 100));
  expect(found.map(({ next }) => next)).toEqual(["c2"]);
  expect(error).toBe(lost);
});

it("combining pages keeps every row in order, and each portion has the cursor of its last page", async () => {
  const sizes = fc.array(fc.record({ rows: fc.integer({ min: 0, max: 9 }), more: fc.boolean() }), { maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(sizes, fc.integer({ min: 1, max: 30 }), fc.boolean(), async (requested, rows, fails) => {
      const pages = requested.map((one, index) => portion(index, one.rows, one.more));
      const { found } = await all(together(of(pages, fails ? new Error("lost") : undefined), rows));
      expect(found.flatMap(idsOf)).toEqual(pages.flatMap(idsOf));
      for (const one of found) {
        const at = pages.findIndex(({ next }) => next === one.next);
        expect(one.more).toBe(pages[at]?.more);
        expect(one.page.at(-1)).toBe(pages[at]?.page.at(-1));
      }
    }),
  );
});
