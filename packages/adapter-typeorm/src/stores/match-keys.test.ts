import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { type AccountId, type Appointment, type Instant, type Storage } from "@repute/domain";
import { stillClock } from "@repute/domain/memory";
import { anAppointment, at, attributionSearches } from "@repute/domain/testing";
import Sqlite from "better-sqlite3";
import { Client } from "pg";
import { freshDatabase } from "../../test/fresh-database.js";
import { describeOnPostgres, emptyPostgres } from "../../test/on-postgres.js";
import { besideUnit } from "../postgres/postgres-transaction.js";
import { openSqlite } from "../sqlite/open-sqlite.js";

type Statement = { readonly sql: string; readonly values: readonly unknown[] };

/** Appointments of many patients with the clinic's own number. Only two were booked after the conversion. */
const crowd: readonly Appointment[] = Array.from({ length: 20_001 }, (_, index) => {
  const matches: Partial<Appointment> = { bookedAt: at("2026-03-02T16:30:00Z"), patientName: "Cal Reed" };
  return anAppointment({
    ...{ id: (index + 1) as never, at: (at("2026-03-03") + index * 60_000) as Instant, bookedAt: at("2026-02-01") },
    ...{ patientName: `Ann Doe${index % 5_000}`, patientId: null, email: null, locationId: null, providerId: null },
    ...(index === 19_999 && { ...matches, patientName: "Bo Reed" }),
    ...(index === 20_000 && matches),
  });
});

async function saveCrowd(storage: Storage, account: AccountId): Promise<void> {
  for (let first = 0; first < crowd.length; first += 5_000) {
    const some = crowd.slice(first, first + 5_000);
    await storage.transact(account, ({ appointments }) => appointments.save(account, some));
  }
}

/** Searches by the number, with and without a name, with the ids that they find. */
const searches = attributionSearches.appointments.filter(({ key }) => key.kind === "phone");
const found = searches.map(({ name }) => [name ? 20_001 : 20_000]);

const firstIds = async (storage: Storage, account: AccountId) =>
  (await storage.read(account, ({ appointments }) => appointments.first(account, searches))).map((matches) =>
    matches.map(({ id }) => Number(id)),
  );

const indexes = ["match_keys_by_booking", "match_keys_by_name"];

const ofKeys = (statements: readonly Statement[]) => statements.filter(({ sql }) => sql.includes("FROM match_keys"));

describe("a phone number of 20,000 appointments on SQLite", () => {
  const open = freshDatabase();
  const ran: Statement[] = [];
  let traced: Awaited<ReturnType<typeof openSqlite>>;
  beforeEach(async () => {
    traced = await openSqlite({
      ...{ migrate: false, readers: 1, lists: 1, listsPerAccount: 1, patience: 1_000, maxLogBytes: 134_217_728 },
      ...{ clock: stillClock(), file: open.file, trace: (sql) => ran.push({ sql, values: [] }) },
    });
  });
  afterEach(() => traced.close());

  it("is matched through the indexes of names and booking days", async () => {
    await saveCrowd(open.storage, open.account);
    ran.length = 0;
    expect(await firstIds(traced.storage, open.account)).toEqual(found);
    const file = new Sqlite(open.file, { readonly: true });
    const plans = ofKeys(ran).flatMap(
      ({ sql }) => file.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as { readonly detail: string }[],
    );
    file.close();
    const steps = plans.map(({ detail }) => detail).filter((detail) => /^(SEARCH|SCAN) match_keys/.test(detail));
    const ordered =
      /\(account_id=\? AND kind=\? AND value=\? AND (last_name=\? AND )?form=\? AND (booked_day=\? AND )?at>\? AND at<\?\)$/;
    expect(steps.filter((step) => !ordered.test(step))).toEqual([]);
    for (const index of indexes) expect(steps.filter((step) => step.includes(index))).not.toEqual([]);
  });
});

describeOnPostgres("a phone number of 20,000 appointments on PostgreSQL", () => {
  const open = emptyPostgres();

  it("is matched through the indexes of names and booking days, from a few hundred rows", async () => {
    await saveCrowd(open.storage, open.mine);
    await open.own.query("ANALYZE");
    const ran: Statement[] = [];
    const { storage } = await open.traced((sql, values) => ran.push({ sql, values }));
    expect(await firstIds(storage, open.mine)).toEqual(found);
    const plans: PlanNode[] = [];
    const client = new Client({ connectionString: open.own.url });
    await client.connect();
    await client.query(besideUnit(open.mine, 5_000));
    for (const { sql, values } of ofKeys(ran)) {
      const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: PlanNode }] }>(
        `EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`,
        [...values],
      );
      plans.push(rows[0]?.["QUERY PLAN"][0].Plan as PlanNode);
    }
    await client.end();
    const reads = plans.map(nodesOf);
    for (const nodes of reads) expect(nodes.reduce((sum, node) => sum + rowsRead(node), 0)).toBeLessThan(1_000);
    const used = reads.flat().map((node) => node["Index Name"]);
    for (const index of indexes) expect(used).toContain(index);
  });
});

/** Node of a plan that PostgreSQL ran, in the names of `EXPLAIN (FORMAT JSON)`. */
type PlanNode = {
  readonly "Index Name"?: string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly Plans?: readonly PlanNode[];
};

const nodesOf = (node: PlanNode): readonly PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

const rowsRead = (node: PlanNode): number =>
  node["Index Name"] ? node["Actual Loops"] * (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) : 0;
