import { expect, it } from "@jest/globals";
import { createDomain } from "@repute/domain";
import { memoryPorts } from "@repute/domain/memory";
import { anImportRow, bundleOf, importFileOf } from "@repute/domain/testing";
import { Client } from "pg";
import { growingAccount } from "../../test/growing-account.js";
import { describeOnPostgres, emptyPostgres } from "../../test/on-postgres.js";
import { typeormPorts } from "../database/typeorm-ports.js";
import { besideUnit } from "./transaction.js";

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
  const open = emptyPostgres();

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

  it("would be found out if a statement compared an expression that can fail", async () => {
    const traced = await open.traced(() => {});
    const domain = createDomain({ ...memoryPorts(), ...typeormPorts(traced) });
    await growingAccount(traced.storage, domain, open.mine).growTo(size);
    const sql = `SELECT (SELECT id FROM submissions WHERE account_id = $1 AND identity = (value ->> 0) LIMIT 1)
      FROM jsonb_array_elements($2::jsonb)`;
    const nodes = nodesOf(await planOf({ sql, values: [open.mine, '[["none"]]'] }));
    expect(nodes.some(isScan)).toBe(true);
  });

  /** Runs a statement again as the server's role, and rolls it back. Returns its plan. */
  async function planOf({ sql, values }: Statement): Promise<PlanNode> {
    const client = new Client({ connectionString: open.own.url });
    await client.connect();
    try {
      await client.query(besideUnit(open.mine, 5_000));
      const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: PlanNode }] }>(
        `EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`,
        [...values],
      );
      return rows[0]?.["QUERY PLAN"][0].Plan as PlanNode;
    } finally {
      await client.end();
    }
  }
});

const nodesOf = (node: PlanNode): readonly PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

const isScan = (node: PlanNode): boolean =>
  node["Relation Name"] !== undefined && (node["Rows Removed by Filter"] ?? 0) > maxUnused;
