import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { createDomain } from "@repute/domain";
import { memoryPorts } from "@repute/domain/memory";
import { anEntry, anImportRow, at, bundleOf, importFileOf } from "@repute/domain/testing";
import { Client } from "pg";
import { growingAccount } from "../../test/growing-account.js";
import { describeOnPostgres, emptyPostgres } from "../../test/on-postgres.js";
import { kindsOfSlices } from "../../test/slices.js";
import { typeormPorts } from "../open-database.js";
import type { ListStatement } from "./list-portal.js";
import { shortListStatement } from "./postgres-feed-reader.js";
import { changeCount, listStatement, pageStatement, walkTheIndex } from "./postgres-feed-rows.js";
import { besideUnit, locally } from "./postgres-transaction.js";

describeOnPostgres("the statements that read a list on PostgreSQL", () => {
  let client: Client;
  afterAll(() => client.end());
  const open = emptyPostgres();
  beforeAll(async () => {
    client = new Client({ connectionString: open.own.superuserUrl });
    await client.connect();
  });

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
      // These tables have one row per account or database. Once PostgreSQL has analyzed such a table, it reads all of it.
      expect(plan).not.toMatch(/(Sort|Materialize)  \(|Hash|Seq Scan (?!on (?:watermarks|epochs|pg_database))/);
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

describe("plans of ratings", () => {
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
});

describe("plans in a growing account", () => {
  type Statement = { readonly sql: string; readonly values: readonly unknown[] };

  /** Node of a plan that PostgreSQL ran, in the names of `EXPLAIN (FORMAT JSON)`. */
  type PlanNode = {
    readonly "Node Type": string;
    readonly "Relation Name"?: string;
    readonly "Rows Removed by Filter"?: number;
    readonly Plans?: readonly PlanNode[];
  };

  const size = 1_000;
  /** Number of rows that a statement may read from a table without returning them. */
  const maxUnused = 200;

  describeOnPostgres("an account that grows on PostgreSQL", () => {
    let client: Client;
    afterAll(() => client.end());
    const open = emptyPostgres();
    beforeAll(async () => {
      client = new Client({ connectionString: open.own.url });
      await client.connect();
    });

    it("is read through indexes only", async () => {
      const ran: Statement[] = [];
      const traced = await open.traced((sql, values) => ran.push({ sql, values }));
      const domain = createDomain({ ...memoryPorts(), ...typeormPorts(traced) });
      const { growTo, questions } = growingAccount(traced.storage, domain, open.mine);
      await growTo(size);
      await domain.bundle.load(
        open.mine,
        bundleOf([
          { kind: "location", id: 1, location_name: "Main", external_location_ids: ["L-1"] },
          { kind: "provider", id: 5_000, name: "Dr. Ada Lee", external_provider_ids: ["P-10"] },
          { kind: "import_connection", name: "main", send_after_hours: 1 },
        ]),
      );
      await open.own.query("ANALYZE");
      const found: string[] = [];
      let checked = 0;
      for (const [title, ask] of Object.entries({
        ...questions,
        "an import": () => domain.imports.run(open.mine, importFileOf([anImportRow({})])),
        "a deletion": () => domain.bundle.load(open.mine, bundleOf([{ kind: "submission", id: 7, deleted: true }])),
        "an erasure": () => domain.erasure.erase(open.mine, { phone: "8012000091" }),
      })) {
        ran.length = 0;
        await ask();
        const statements = ran.filter(({ sql }) => /^\s*(?:SELECT|WITH|DELETE|UPDATE)\b[^;]*$/.test(sql));
        checked += statements.length;
        for (const statement of statements) {
          if (nodesOf(await planOf(statement)).some(isScan)) found.push(`${title}: ${statement.sql}`);
        }
      }
      expect(found).toEqual([]);
      expect(checked).toBeGreaterThan(50);
    });

    it("would be found out if a statement compared an expression without an index", async () => {
      const traced = await open.traced(() => {});
      const domain = createDomain({ ...memoryPorts(), ...typeormPorts(traced) });
      await growingAccount(traced.storage, domain, open.mine).growTo(size);
      const sql = `SELECT (SELECT id FROM submissions WHERE account_id = $1 AND identity || '' = (value ->> 0) LIMIT 1)
      FROM jsonb_array_elements($2::jsonb)`;
      const nodes = nodesOf(await planOf({ sql, values: [open.mine, '[["none"]]'] }));
      expect(nodes.some(isScan)).toBe(true);
    });

    /** Runs a statement again as the server's role, and rolls it back. Returns its plan. */
    async function planOf({ sql, values }: Statement): Promise<PlanNode> {
      await client.query(besideUnit(open.mine, 5_000));
      try {
        const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: PlanNode }] }>(
          `EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`,
          [...values],
        );
        return rows[0]?.["QUERY PLAN"][0].Plan as PlanNode;
      } finally {
        await client.query("ROLLBACK");
      }
    }
  });

  const nodesOf = (node: PlanNode): readonly PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

  const isScan = (node: PlanNode): boolean =>
    node["Relation Name"] !== undefined && (node["Rows Removed by Filter"] ?? 0) > maxUnused;
});
