import { afterAll, beforeAll, expect, it } from "@jest/globals";
import type { Clock } from "@repute/domain";
import { storageContract } from "@repute/domain/testing";
import { loadParser, missingConstants } from "../../test/account-constants.js";
import { inflated } from "../../test/inflated.js";
import { describeOnPostgres } from "../../test/on-postgres.js";
import { onlyOnSqlite, ownTables } from "../../test/own-tables.js";
import { sentStatements } from "../../test/sent-statements.js";
import { statementLog } from "../../test/statement-log.js";
import type { Database } from "../database.js";
import { type TestDatabase, testDatabase } from "../testing/index.js";
import { openPostgres } from "./open-postgres.js";

describeOnPostgres("the storage contract on PostgreSQL", () => {
  let own: TestDatabase;
  let database: Database;
  let now: Clock;
  let sent: ReturnType<typeof sentStatements>;
  const log = statementLog();

  // Connecting takes longer than a usual test, so all tests share the connections.
  beforeAll(async () => {
    own = await testDatabase();
    await loadParser();
    sent = sentStatements(new URL(own.url).username);
    const { url, migrationUrl } = own;
    const numbers = { readers: 2, writers: 2, lists: 4, listsPerAccount: 4, patience: 5_000 };
    const clock = () => now();
    database = await openPostgres({ url, migrationUrl, migrate: false, clock, ...numbers, trace: log.trace });
  });
  afterAll(async () => {
    await database.close();
    sent.end();
    await own.drop();
  });

  storageContract("storage on PostgreSQL", async (clock) => {
    now = clock;
    await own.empty();
    return { storage: log.watch(database.storage), unpack: inflated };
  });

  it("compares the account of the caller first in every statement on account tables", () => {
    expect([...log.problems]).toEqual([]);
    expect([...log.seen].sort()).toEqual(ownTables.filter((table) => table !== onlyOnSqlite));
  });

  it("names the account of each tenant table as a constant in every statement", async () => {
    const found = await problemsOf(own, sent.statements);
    expect(found.filter((problem) => !Object.hasOwn(withoutAccount, problem))).toEqual([]);
    expect(Object.keys(withoutAccount).filter((problem) => !found.includes(problem))).toEqual([]);
  });

  it("reads only tables without row-level security before the account is known", async () => {
    const names = Object.keys(withoutAccount).map((problem) => `'${problem.split(" ").at(-1) ?? ""}'`);
    const secured = `SELECT relname FROM pg_class WHERE relname IN (${names.join(", ")}) AND relrowsecurity`;
    expect(await own.query(secured)).toEqual([]);
  });
});

/** Statements that need not name an account, by the problem that they cause. Each value is the reason. */
const withoutAccount = {
  "reads all accounts in credentials": "finds the account of a token, and assigns ids that are unique in the directory",
  "reads all accounts in clients": "finds the account of an OAuth client by its id",
  "reads all accounts in catalog_versions":
    "reads the version together with the token or the client, whose account it uses",
  "reads all accounts in widget_ids": "finds the account of a widget by its public id",
  "reads all accounts in invitation_links": "finds the account of a link by its hash",
  "reads all accounts in due_invitations": "the job that sends invitations finds the next one in any account",
  "reads all accounts in due_invites": "the job that sends invites finds the accounts with due invites",
  "reads all accounts in due_subscriptions":
    "finds the account of a subscription by its id, and the job that sends notifications finds the next one in any account",
  "reads all accounts in tracker_ids": "the account of a call tracker's path is unknown",
  "reads all accounts in due_webhooks": "the process that sends messages finds due webhooks in any account",
  "reads all accounts in waiting_events": "the process that works on events finds the next one in any account",
  "reads all accounts in waiting_uploads": "the process that works on sent files finds the next one in any account",
  "reads all accounts in watermarks": "every process polls the commits of all accounts in one statement",
};

/** Returns the problems of statements, and of the functions in the database, whose statements the driver never sees. */
async function problemsOf(own: TestDatabase, statements: ReadonlySet<string>): Promise<readonly string[]> {
  const names = await own.query(
    `SELECT table_name AS name FROM information_schema.columns
      WHERE table_schema = current_schema() AND column_name = 'account_id'`,
  );
  const tables = new Set(names.map(({ name }) => String(name)));
  const bodies = await own.query("SELECT prosrc FROM pg_proc WHERE pronamespace = current_schema()::regnamespace");
  const all = [...statements, ...bodies.map(({ prosrc }) => String(prosrc))];
  return all.flatMap((sql) =>
    missingConstants(sql, tables).map((problem) => (problem.startsWith("reads") ? problem : `${problem}: ${sql}`)),
  );
}
