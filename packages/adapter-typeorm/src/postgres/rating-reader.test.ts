import { expect, it } from "@jest/globals";
import { anEntry, at } from "@repute/domain/testing";
import { Client } from "pg";
import { describeOnPostgres, emptyPostgres } from "../../test/on-postgres.js";

const filter = { locationIds: [1], providerIds: [10, 11], members: { locationIds: [1], providerIds: [10] } };
const counted = { reviewPlatformIds: [3, 4], surveyPlatformIds: [5], filter };
const shown = { platformIds: [3, 4], minRating: 4, window: { from: at("2026-03-01") }, filter, limit: 10 };

type Statement = readonly [sql: string, values: readonly unknown[]];

describeOnPostgres("the statements that read ratings on PostgreSQL", () => {
  const open = emptyPostgres();

  it("walk an index of the account, and read only the items of shown reviews", async () => {
    const statements: Statement[] = [];
    const { storage } = await open.traced((...statement) => void statements.push(statement));
    for (const account of [open.mine, open.other]) {
      await storage.transact(account, ({ feed }) => feed.publish(account, "reviews", entries));
    }
    await open.own.query("ANALYZE");
    statements.length = 0;
    await storage.read(open.mine, async ({ ratings }) => {
      expect(await ratings.counts(open.mine, counted)).toHaveLength(4);
      expect(await ratings.shown(open.mine, shown)).toHaveLength(10);
    });
    const reading = statements.filter(([sql]) => /^\s*SELECT (?!set_config|pg_)/.test(sql));
    expect(reading).toHaveLength(3);
    const client = new Client({ connectionString: open.own.superuserUrl });
    await client.connect();
    // Force index scans where possible, because test tables are too small for the planner to prefer them.
    await client.query("SET enable_seqscan = off; SET enable_bitmapscan = off");
    const plans: string[] = [];
    for (const [sql, values] of reading) {
      const { rows } = await client.query<{ readonly "QUERY PLAN": string }>(`EXPLAIN ${sql}`, [...values]);
      plans.push(rows.map((row) => row["QUERY PLAN"]).join("\n"));
    }
    await client.end();
    for (const plan of plans) expect(plan).not.toMatch(/Seq Scan|Sort  \(.*\n.*feed_ratings/);
    expect(plans[0]).toMatch(/rating_counts_pkey/);
    expect(plans[1]).toMatch(/Index Only Scan Backward using feed_ratings_shown/);
    expect(plans[2]).toMatch(/feed_ratings_shown/);
  });
});

const entries = Array.from({ length: 4_000 }, (_, index) => {
  const [id, rating] = [index + 1, 2 + (index % 4)];
  const places = { locationId: 1, providerId: 10 + (index % 2) };
  return anEntry({ id, at: at("2026-03-02"), ...places, rated: { platformId: 3, rating, isShown: true } });
});
