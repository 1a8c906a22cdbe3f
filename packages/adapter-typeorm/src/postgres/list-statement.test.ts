import { afterEach, beforeEach, expect, it } from "@jest/globals";
import { at } from "@repute/domain/testing";
import { Client } from "pg";
import { describeOnPostgres, emptyPostgres } from "../../test/on-postgres.js";
import { kindsOfSlices } from "../../test/slices.js";
import { changeCount, type ListStatement, listStatement, pageStatement, walkTheIndex } from "./list-statement.js";
import { shortListStatement } from "./short-list.js";
import { locally } from "./transaction.js";

describeOnPostgres("the statements that read a list on PostgreSQL", () => {
  const open = emptyPostgres();
  let client: Client;
  beforeEach(async () => {
    client = new Client({ connectionString: open.own.superuserUrl });
    await client.connect();
  });
  afterEach(() => client.end());

  const planOf = async ({ text, values }: ListStatement) => {
    await client.query(`BEGIN; ${locally(walkTheIndex)}`);
    const { rows } = await client.query<{ readonly "QUERY PLAN": string }>(`EXPLAIN ${text}`, [...values]);
    await client.query("ROLLBACK");
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  };

  it.each(kindsOfSlices)("walk an index in the order of the slice without sorting: %j", async (slice) => {
    const page = { limit: 3 };
    const plans = [
      await planOf(listStatement(open.mine, "reviews", slice)),
      await planOf(listStatement(open.mine, "reviews", { ...slice, page })),
      await planOf(pageStatement(open.mine, "reviews", slice, page.limit)),
      await planOf(shortListStatement(open.mine, "reviews", slice)),
    ];
    for (const plan of plans) {
      // The table of watermarks has one row per account. Once PostgreSQL has analyzed this table, it reads all of it.
      expect(plan).not.toMatch(/(Sort|Materialize)  \(|Hash|Seq Scan (?!on watermarks)/);
      expect(plan).toMatch(/Index (Only )?Scan/);
    }
  });

  it.each(kindsOfSlices.filter(({ order }) => order !== "modified"))(
    "read few changes through the index of changes: %j",
    async (slice) => {
      const changed = { modifiedSince: at("2026-03-01"), ...slice, hasFewChanges: true };
      const plans = [
        await planOf(changeCount(open.mine, "reviews", changed.modifiedSince)),
        await planOf(listStatement(open.mine, "reviews", { ...changed, page: { limit: 3 } })),
        await planOf(pageStatement(open.mine, "reviews", changed, 3)),
      ];
      for (const plan of plans) {
        expect(plan).toMatch(/Index (Only )?Scan using feed_by_modification on feed/);
        expect(plan).not.toMatch(/using feed_pkey on feed |Seq Scan/);
      }
    },
  );
});
