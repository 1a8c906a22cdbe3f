import { describe, expect, it } from "@jest/globals";
import type { Instant } from "@repute/domain";
import { freshDatabase } from "../../test/fresh-database.js";
import { describeOnPostgres, emptyPostgres } from "../../test/on-postgres.js";
import type { Database } from "../database.js";

const now = 1_780_315_200_000 as Instant;
const request = (holder: string) => ({ holder, now, due: now, until: (now + 60_000) as Instant });

type Opened = { readonly database: Database; again(): Promise<Database> };

/** Tests that need several processes, which the contract does not have. */
function singleHolder(open: () => Opened): void {
  it("is taken by only one of several processes, and is done for all of them", async () => {
    const { database, again } = open();
    const all = [database, await again(), await again()].map(({ storage }) => storage.jobs);
    const outcomes = await Promise.all(all.map((jobs, index) => jobs.take("nightly", request(String(index)))));
    const holder = outcomes.indexOf(true);
    expect(outcomes.filter((isTaken) => isTaken)).toHaveLength(1);
    await all[holder]?.finish("nightly", String(holder), now);
    expect(await Promise.all(all.map((jobs) => jobs.take("nightly", request("later"))))).toEqual([false, false, false]);
  });
}

describe("a job in a SQLite file", () => {
  const fresh = freshDatabase();
  singleHolder(() => ({ database: fresh.database, again: fresh.openAgain }));
});

describeOnPostgres("a job on PostgreSQL", () => {
  const empty = emptyPostgres();
  singleHolder(() => ({ database: empty.database, again: empty.open }));
});
