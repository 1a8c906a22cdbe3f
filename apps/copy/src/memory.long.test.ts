import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "@jest/globals";
import { createClient } from "@repute/client";
import { temporaryFolder } from "../test/temporary-folder.js";
import { copy } from "./copy.js";
import { openTarget } from "./open-target.js";
import { type ListChanges, readPage } from "./page.js";
import type { Engine } from "./sql/engine.js";
import { sqlTarget } from "./sql/sql-target.js";
import { storeFresh } from "./sql/store-changes.js";
import type { Target } from "./target.js";
import { itemWriter } from "./targets/csv-items.js";
import { CsvRows } from "./targets/csv-rows.js";
import { sqliteEngine } from "./targets/sqlite-target.js";

const mebibyte = 1_048_576;
const origin = { source: "https://repute.example.com", lists: undefined };

const lineOf = (list: string, id: string, item: string) =>
  `{"list":"${list}","id":"${id}","op":"upsert","changed_at":"2026-03-01T12:00:00+00:00","item":${item}}\n`;

/** Creates reviews with many groups. Each row of `review_groups` takes two bytes of JSON. */
const reviewsIn = (groups: number, count: number): readonly ListChanges[] => {
  const item = `{"groups":[${"1,".repeat(groups - 1)}1]}`;
  const lines = Array.from({ length: count }, (_, id) => lineOf("reviews", String(id), item));
  return readPage(Buffer.from(lines.join("")), origin);
};

/** Serves pages of a fixed size in bytes. Counts the requests. */
async function pagesOf(bytes: number, pages: number) {
  let sent = 0;
  const server = createServer((_request, response) => {
    sent += 1;
    const next = sent < pages && { link: `</v2/changes?cursor=c${sent}>; rel="next"` };
    response.writeHead(200, { "content-type": "application/x-ndjson", "x-cursor": `c${sent}`, ...next });
    const item = JSON.stringify({ comment: "x".repeat(bytes / 4) });
    for (let row = 0; row < 4; row += 1) response.write(lineOf("reviews", `${sent}.${row}`, item));
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent: () => sent,
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

describe("the memory of a copy", () => {
  it("holds at most 32 MiB plus one page before storing", async () => {
    const [pageMebibytes, pages] = [14, 6];
    const [folder, source] = await Promise.all([temporaryFolder(), pagesOf(pageMebibytes * mebibyte, pages)]);
    const target = await openTarget(`sqlite:${join(folder.path, "copy.db")}`);
    let stored = 0;
    const unstored: number[] = [];
    const counting: Target = {
      ...target,
      async apply(changes, cursor, complete) {
        await setTimeout(200); // allows time for requests that should not happen
        unstored.push((source.sent() - stored) * pageMebibytes);
        await target.apply(changes, cursor, complete);
        stored += 1;
      },
    };
    const client = createClient({ baseUrl: source.baseUrl, credential: { apiToken: "rpa_a" } });
    expect(await copy(client, counting, origin)).toMatchObject({ upserts: 4 * pages, deletes: 0 });
    expect(Math.max(...unstored)).toBeLessThanOrEqual(32 + pageMebibytes);
    await target.close();
    await source.stop();
    await folder.remove();
  });

  it("holds at most 20,000 nested rows plus the rows of one item before storing", async () => {
    const engine = sqliteEngine(":memory:");
    const counts: number[] = [];
    const counting: Engine = {
      ...engine,
      upsert: (table, columns, keys, rows) => {
        counts.push(rows.length);
        return engine.upsert(table, columns, keys, rows);
      },
    };
    const target = sqlTarget(counting);
    await target.open(origin);
    await target.apply(reviewsIn(20_000, 8), "c1", true);
    expect(Math.max(...counts)).toBeLessThanOrEqual(40_000);
    expect(await engine.rows("SELECT count(*) AS count FROM review_groups")).toEqual([{ count: 160_000 }]);
    await target.close();
  });

  it("holds at most 16 MiB of encoded rows plus one slice before inserting", async () => {
    const inserted: { readonly table: string; readonly bytes: number; readonly rows: number }[] = [];
    const fresh: NonNullable<Engine["fresh"]> = {
      encoder: () => new CsvRows(),
      direct: (table, encoders) => itemWriter(table, encoders as readonly CsvRows[]),
      insert: async (table, _columns, rows) => {
        const all = rows as readonly CsvRows[];
        const size = all.flatMap((one) => one.pieces()).reduce((bytes, piece) => bytes + piece.length, 0);
        inserted.push({ table, bytes: size, rows: all.reduce((sum, one) => sum + one.count, 0) });
      },
      hasSome: async () => false,
    };
    await storeFresh(fresh, "", reviewsIn(50_000, 100), () => undefined);
    const nested = inserted.filter(({ table }) => table === "review_groups");
    expect(nested.length).toBeGreaterThan(1);
    expect(Math.max(...nested.map(({ bytes }) => bytes / mebibyte))).toBeLessThan(32);
    expect(nested.reduce((sum, { rows }) => sum + rows, 0)).toBe(5_000_000);
  });
});
