import { join } from "node:path";
import { expect, it } from "@jest/globals";
import { createClient } from "@repute/client";
import Database from "better-sqlite3";
import fc from "fast-check";
import { scaled } from "../../../test/torture.js";
import { failing } from "../test/failing-target.js";
import { feedServer } from "../test/feed-server.js";
import { temporaryFolder } from "../test/temporary-folder.js";
import { copy, type Portion, together } from "./copy.js";
import { openTarget } from "./open-target.js";

type Step =
  | {
      readonly does: "put" | "remove";
      readonly list: "locations" | "providers";
      readonly id: number;
      readonly name: string;
    }
  | {
      readonly does: "copy";
      readonly page: number;
      readonly rows: number;
      readonly fails: number;
      readonly breaks: number;
    }
  | { readonly does: "sweep" };

type Found = { readonly _id: string; readonly name: string; readonly location_name: string };

const row = {
  list: fc.constantFrom("locations" as const, "providers" as const),
  id: fc.integer({ min: 1, max: 6 }),
  name: fc.string({ maxLength: 2 }),
};
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ does: fc.constant("put" as const), ...row }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant("remove" as const), ...row }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("sweep" as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant("copy" as const),
      page: fc.integer({ min: 1, max: 5 }),
      rows: fc.integer({ min: 1, max: 15 }),
      fails: fc.integer({ min: 0, max: 4 }),
      breaks: fc.integer({ min: 0, max: 3 }),
    }),
  },
);

it("a copy matches its source after any history of changes and failed copies", async () => {
  const run = async (steps: readonly Step[]) => {
    const [folder, source] = await Promise.all([temporaryFolder(), feedServer()]);
    const to = `sqlite:${join(folder.path, "copy.db")}`;
    const client = createClient({
      baseUrl: source.baseUrl,
      credential: { apiToken: source.token },
      pause: async () => {},
    });
    const origin = { source: source.baseUrl, lists: undefined };
    const copyOnce = async (pageSize: number, rowsTogether: number, fails?: number) => {
      const target = await openTarget(to);
      try {
        await copy(client, fails === undefined ? target : failing(target, fails), origin, { pageSize, rowsTogether });
      } catch (error) {
        if (fails === undefined || (error as Error).message !== "gone") throw error;
      } finally {
        await target.close();
      }
    };
    for (const one of steps) {
      if (one.does === "put") source.put(one.list, String(one.id), { name: one.name, location_name: one.name });
      else if (one.does === "remove") source.remove(one.list, String(one.id));
      else if (one.does === "sweep") source.sweep();
      else if (one.does === "copy") {
        source.breakOffAfter(one.breaks);
        await copyOnce(one.page, one.rows, one.fails);
      }
    }
    await copyOnce(3, 1);
    const database = new Database(join(folder.path, "copy.db"), { readonly: true });
    const rowsOf = (list: string) => database.prepare<[], Found>(`SELECT * FROM ${list}`).all();
    const copied = [
      ...rowsOf("locations").map(({ _id, location_name: name }) => ({ key: `locations ${_id}`, name })),
      ...rowsOf("providers").map(({ _id, name }) => ({ key: `providers ${_id}`, name })),
    ];
    database.close();
    await Promise.all([source.stop(), folder.remove()]);
    const expected = [...source.state()].map(([key, { name }]) => ({ key, name }));
    const byKey = (a: { key: string }, b: { key: string }) => (a.key < b.key ? -1 : 1);
    expect(copied.sort(byKey)).toEqual(expected.sort(byKey));
  };
  await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 14 }), run), { numRuns: scaled(25, 2_000) });
});

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
