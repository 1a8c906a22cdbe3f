import { afterAll, afterEach, beforeAll, beforeEach, describe } from "@jest/globals";
import type { AccountId } from "@repute/domain";
import { stillClock } from "@repute/domain/memory";
import { addAccount } from "@repute/domain/testing";
import type { Database, DatabaseOptions } from "../src/database.js";
import { openDatabase } from "../src/open-database.js";
import { openPostgres } from "../src/postgres/open-postgres.js";
import type { Trace } from "../src/postgres/postgres-session.js";
import { type TestDatabase, testDatabase, testServer } from "../src/testing/index.js";

/** `describe` for tests that need PostgreSQL. The tests are skipped if no test server is available. */
export const describeOnPostgres = testServer() === undefined ? describe.skip : describe;

/**
 * Opens a database for all tests of the enclosing `describe`.
 * Before each test, empties it and adds two accounts. Connecting takes longer than a usual test.
 */
export function emptyPostgres(options: Omit<DatabaseOptions, "url"> = {}) {
  let own: TestDatabase;
  let database: Database;
  let opened: Database[] = [];
  let accounts: readonly AccountId[] = [];
  const again = (more: Partial<DatabaseOptions> = {}) =>
    openDatabase({ url: own.url, migrationUrl: own.migrationUrl, ...options, ...more });
  async function open(more: Partial<DatabaseOptions> = {}) {
    const another = await again(more);
    opened.push(another);
    return another;
  }
  async function traced(trace: Trace): Promise<Database> {
    const { url, migrationUrl } = own;
    const numbers = { readers: 1, writers: 1, lists: 1, listsPerAccount: 1, patience: 10_000 };
    const another = await openPostgres({
      ...{ url, migrationUrl, migrate: false, clock: stillClock(), trace },
      ...numbers,
    });
    opened.push(another);
    return another;
  }
  beforeAll(async () => {
    own = await testDatabase();
    database = await again();
  });
  beforeEach(async () => {
    await own.empty();
    opened = [];
    accounts = [await addAccount(database.storage, "acme"), await addAccount(database.storage, "zenith")];
  });
  afterEach(() => Promise.all(opened.map((another) => another.close())));
  afterAll(async () => {
    await database.close();
    await own.drop();
  });
  return {
    /** Opens the same database again, until the end of the test. */
    open,
    /** Opens the same database until the end of the test, and passes every statement to `trace`. */
    traced,
    get own() {
      return own;
    },
    get database() {
      return database;
    },
    get storage() {
      return database.storage;
    },
    /** Account under test. */
    get mine() {
      return accounts[0] as AccountId;
    },
    get other() {
      return accounts[1] as AccountId;
    },
  };
}

/** Creates a database without tables before each test of the enclosing `describe`. */
export function blankPostgres() {
  let own: TestDatabase;
  let opened: Database[] = [];
  beforeEach(async () => {
    own = await testDatabase("blank");
    opened = [];
  });
  afterEach(async () => {
    await Promise.all(opened.map((database) => database.close()));
    await own.drop();
  });
  return {
    open: async (options: Partial<DatabaseOptions> = {}) => {
      const database = await openDatabase({ url: own.url, migrationUrl: own.migrationUrl, ...options });
      opened.push(database);
      return database;
    },
    get own() {
      return own;
    },
  };
}
