import { afterEach, describe, expect, it } from "@jest/globals";
import type { Instant } from "@repute/domain";
import { stillClock } from "@repute/domain/memory";
import { aConversion } from "@repute/domain/testing";
import { freshDatabase } from "../../test/fresh-database.js";
import { openSqlite } from "../sqlite/open-sqlite.js";

describe("outcomes on SQLite", () => {
  const open = freshDatabase();
  let traced: Awaited<ReturnType<typeof openSqlite>> | undefined;
  afterEach(() => traced?.close());

  it("are read in statements of about 10,000 conversions, even from one origin", async () => {
    const statements: string[] = [];
    traced = await openSqlite({
      ...{ migrate: false, readers: 1, lists: 1, listsPerAccount: 1, patience: 1_000, maxLogBytes: 134_217_728 },
      ...{ clock: stillClock(), file: open.file, trace: (sql) => statements.push(sql) },
    });
    const { storage } = traced;
    const count = 25_000;
    const conversions = Array.from({ length: count }, (_, index) =>
      aConversion({ id: (index + 1) as never, at: (index * 40_000) as Instant, campaignId: null }),
    );
    await storage.transact(open.account, (stores) => stores.conversions.save(open.account, conversions));
    const window = { from: 0 as Instant, to: (count * 40_000) as Instant };
    const conversionsOf = async () => {
      statements.length = 0;
      const outcomes = await storage.read(open.account, (stores) =>
        stores.outcomes.ofChannels(open.account, window, () => "Search"),
      );
      return outcomes.map((one) => one.conversions);
    };
    expect(await conversionsOf()).toEqual([count]);
    expect(statements.filter((sql) => sql.includes("FROM conversions"))).toHaveLength(3);
    await storage.sealer.seal(open.account);
    expect(await conversionsOf()).toEqual([count]);
    // Only the conversions of the newest span are read.
    expect(statements.filter((sql) => sql.includes("FROM conversions"))).toHaveLength(1);
  });
});
