import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { createDomain, type Domain } from "@repute/domain";
import { memoryPorts } from "@repute/domain/memory";
import Connection from "better-sqlite3";
import { freshDatabase } from "../../test/fresh-database.js";
import { growingAccount } from "../../test/growing-account.js";
import type { Database } from "../database.js";
import { typeormPorts } from "../open-database.js";
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
  let growing: ReturnType<typeof growingAccount>;
  let now = 0;
  let file: Connection.Database | undefined;
  beforeEach(async () => {
    now = Date.UTC(2026, 5, 30);
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
    growing = growingAccount(traced.storage, domain, open.account);
  });
  afterEach(async () => {
    statement.all = all;
    file?.close();
    await traced.close();
  });

  async function countAll(): Promise<Readonly<Record<string, Cost>>> {
    const counts: Record<string, Cost> = {};
    for (const [title, ask] of Object.entries(growing.questions)) {
      await ask();
      [statements.length, rows] = [0, 0];
      await ask();
      counts[title] = { statements: statements.length, rows };
    }
    return counts;
  }

  it("needs the same number of statements and of rows from the database for each question", async () => {
    await growing.growTo(sizes.small);
    const small = await countAll();
    await growing.growTo(sizes.large);
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
    await growing.growTo(sizes.small);
    const small = await atRest();
    expect(small.pages).toBe(0);
    await growing.growTo(sizes.large);
    expect(await atRest()).toEqual(small);
  });
});
