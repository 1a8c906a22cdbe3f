import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { Domain, Principal } from "@repute/domain";
import { createDomain } from "@repute/domain";
import { memoryPorts } from "@repute/domain/memory";
import { aCampaign, aProvider, aUser } from "@repute/domain/testing";
import Connection from "better-sqlite3";
import { freshDatabase } from "../../test/fresh-database.js";
import type { Database } from "../database/database.js";
import { typeormPorts } from "../database/typeorm-ports.js";
import { openSqlite } from "./open-sqlite.js";

type Statement = { all(...values: unknown[]): unknown[] };
const statement = Object.getPrototypeOf(new Connection(":memory:").prepare("SELECT 1")) as Statement;

const day = 86_400_000;
/** Statements that a question runs, and rows that they return. Lists are read on other connections, without `all`. */
type Cost = { readonly statements: number; readonly rows: number };

const sizes = { small: 200, large: 4_000 };

describe("an account that grows", () => {
  const open = freshDatabase();
  const statements: string[] = [];
  const { all } = statement;
  let rows = 0;
  let traced: Database;
  let domain: Domain;
  let now = 0;
  let submitted = 0;
  let file: Connection.Database | undefined;
  beforeEach(async () => {
    now = Date.UTC(2026, 5, 30);
    submitted = 0;
    statement.all = function (...values) {
      const found = all.apply(this, values);
      rows += found.length;
      return found;
    };
    traced = await openSqlite({
      ...{ migrate: false, readers: 1, lists: 1, listsPerAccount: 1, patience: 1_000, maxLogBytes: 134_217_728 },
      ...{ clock: () => now as never, file: open.file, trace: (sql) => statements.push(sql) },
    });
    domain = createDomain({ ...memoryPorts(), ...typeormPorts(traced) });
  });
  afterEach(async () => {
    statement.all = all;
    file?.close();
    await traced.close();
  });

  async function submit(count: number): Promise<void> {
    const by: Principal = { account: open.account, kind: "web-forms", id: 1 as never };
    const submissions = Array.from({ length: count }, () => {
      const index = (submitted += 1);
      return {
        ...{ scct_parameter: "spring", conversion_type: "Online", patient_name: `Cal Reed${index}` },
        ...{ phone_number: `801${2_000_000 + index * 13}`, email: `cal${index}@example.com` },
        submission_date: new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString(),
      };
    });
    await domain.submissions.batch({ submissions }, { by, idempotencyKey: undefined });
  }

  /** Adds conversions, campaigns, providers and users until the account has `count` of each. */
  async function growTo(count: number): Promise<void> {
    while (submitted < count) await submit(Math.min(1_000, count - submitted));
    const ids = Array.from({ length: count }, (_, index) => (index + 1) as never);
    await traced.storage.transact(open.account, async ({ catalog, users }) => {
      await catalog.save(open.account, {
        campaigns: ids.map((id) => aCampaign({ id })),
        providers: ids.map((id) => aProvider({ id })),
      });
      const all = ids.map((id) => aUser({ id, email: `user${Number(id)}@example.com` }));
      await users.save(open.account, all);
    });
  }

  async function readAll({ read }: { read(): AsyncIterable<unknown> }): Promise<void> {
    for await (const _ of read()) continue;
  }

  const questions: Readonly<Record<string, () => Promise<unknown>>> = {
    "one submission": () => submit(1),
    "a page of conversions": async () => readAll(await domain.conversions.list(open.account, { limit: "100" })),
    "a page of one provider's reviews": async () =>
      readAll(await domain.reviews.list(open.account, { limit: "100", provider_id: "7" })),
    "a page of users": async () => readAll(await domain.users.list(open.account, { limit: "100" })),
    "a page of changes": async () => readAll(await domain.changes.list(open.account, { limit: "100" })),
    "a campaign summary": () =>
      domain.campaigns.summarize(open.account, { start_date: "2026-01-01", end_date: "2026-06-30" }),
  };

  async function countAll(): Promise<Readonly<Record<string, Cost>>> {
    const counts: Record<string, Cost> = {};
    for (const [title, ask] of Object.entries(questions)) {
      await ask();
      [statements.length, rows] = [0, 0];
      await ask();
      counts[title] = { statements: statements.length, rows };
    }
    return counts;
  }

  it("needs the same number of statements and of rows from the database for each question", async () => {
    await growTo(sizes.small);
    const small = await countAll();
    await growTo(sizes.large);
    expect(await countAll()).toEqual(small);
    expect(Object.values(small).every((cost) => cost.statements > 0)).toBe(true);
    expect(small["a page of users"]?.rows).toBeGreaterThanOrEqual(100);
  });

  it("writes nothing while it is at rest, and the statements do not depend on its size", async () => {
    const raw = (file = new Connection(open.file));
    const written = () => (raw.pragma("wal_checkpoint(NOOP)") as [{ log: number }])[0].log;
    const seal = () => {
      now += day;
      return domain.feed.sealResting();
    };
    const atRest = async () => {
      await seal();
      await seal();
      const before = written();
      statements.length = 0;
      await seal();
      return { statements: statements.length, pages: written() - before };
    };
    await growTo(sizes.small);
    const small = await atRest();
    expect(small.pages).toBe(0);
    await growTo(sizes.large);
    expect(await atRest()).toEqual(small);
  });
});
