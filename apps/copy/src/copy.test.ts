import { join } from "node:path";
import { expect, it } from "@jest/globals";
import { createClient } from "@repute/client";
import Database from "better-sqlite3";
import fc from "fast-check";
import { scaled } from "../../../test/torture.js";
import { failing } from "../test/failing-target.js";
import { feedServer } from "../test/feed-server.js";
import { temporaryFolder } from "../test/temporary-folder.js";
import { copy } from "./copy.js";
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
