import { expect, it } from "@jest/globals";
import { publishRowsOf } from "./record-lists.js";

type Owner = { readonly name: string; readonly rows: number };

const ownersOf = (rows: readonly number[]): readonly Owner[] =>
  rows.map((count, index) => ({ name: "ABCDE".charAt(index), rows: count }));

/** Publishes all rows of the owners page by page. Returns the rows and the begun owners of each page. */
async function pagesOf(owners: readonly Owner[]) {
  const pages: { readonly begun: string; readonly rows: readonly string[] }[] = [];
  let [left, after] = [owners, 0];
  for (;;) {
    const rows: string[] = [];
    const { begun, rest } = await publishRowsOf(left, after, async (owner, page) => {
      const ids = Array.from({ length: Math.min(page.limit, owner.rows - page.after) }, (_, at) => page.after + at + 1);
      rows.push(...ids.map((id) => `${owner.name}${id}`));
      return ids.map((id) => ({ id }));
    });
    pages.push({ begun: begun.map(({ name }) => name).join(""), rows });
    if (!rest) return pages;
    [left, after] = [left.slice(left.indexOf(rest.record)), rest.after];
  }
}

it.each([
  [[], [""], [0]],
  [[0, 3], ["AB"], [3]],
  [
    [2_500, 0, 400],
    ["A", "", "BC"],
    [1_000, 1_000, 900],
  ],
  [
    [1_000, 1],
    ["A", "B"],
    [1_000, 1],
  ],
  [
    [999, 1, 5],
    ["AB", "C"],
    [1_000, 5],
  ],
])("publishes each row once, on pages of 1,000, for records with %j rows", async (counts, begun, sizes) => {
  const owners = ownersOf(counts);
  const pages = await pagesOf(owners);
  expect(pages.map((page) => page.begun)).toEqual(begun);
  expect(pages.map(({ rows }) => rows.length)).toEqual(sizes);
  const rows = owners.flatMap(({ name, rows: count }) => Array.from({ length: count }, (_, at) => `${name}${at + 1}`));
  expect(pages.flatMap((page) => page.rows)).toEqual(rows);
});
