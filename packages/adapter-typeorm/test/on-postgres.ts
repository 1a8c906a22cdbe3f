import { afterAll, afterEach, beforeAll, beforeEach, describe } from "@jest/globals";
import type { AccountId } from "@repute/domain";
import { stillClock } from "@repute/domain/memory";
import { addAccount } from "@repute/domain/testing";
import type { Database, DatabaseOptions } from "../src/database/database.js";
import { openDatabase } from "../src/database/open-database.js";
import { openPostgres } from "../src/postgres/open-postgres.js";
import type { Trace } from "../src/postgres/wire/trace.js";
import type { TestDatabase } from "../src/testing/index.js";
import { testDatabase, testServer } from "../src/testing/index.js";

/** Tests that need PostgreSQL: skipped where there is none. */
export const describeOnPostgres = testServer() === undefined ? describe.skip : describe;

/** A database with two accounts, emptied before each test of the surrounding `describe`. */
export function emptyPostgres(options: Omit<DatabaseOptions, "url"> = {}) {
  let own: TestDatabase;
  let opened: Database[] = [];
  let accounts: readonly AccountId[] = [];
  const open = async (more: Partial<DatabaseOptions> = {}) => {
    const database = await openDatabase({ url: own.url, migrationUrl: own.migrationUrl, ...options, ...more });
    opened.push(database);
    return database;
  };
  async function traced(trace: Trace): Promise<Database> {
    const { url, migrationUrl } = own;
    const numbers = { readers: 1, writers: 1, lists: 1, listsPerAccount: 1, patience: 10_000 };
    const database = await openPostgres({
      ...{ url, migrationUrl, migrate: false, clock: stillClock(), trace },
      ...numbers,
    });
    opened.push(database);
    return database;
  }
  beforeAll(async () => {
    own = await testDatabase();
  });
  beforeEach(async () => {
    await own.empty();
    opened = [];
    const { storage } = await open();
    accounts = [await addAccount(storage, "acme"), await addAccount(storage, "zenith")];
  });
  afterEach(() => Promise.all(opened.map((database) => database.close())));
  afterAll(() => own.drop());
  return {
    /** Opens the same database once more. */
    open,
    /** The same, with every statement told to somebody. */
    traced,
    get own() {
      return own;
    },
    get database() {
      return opened[0] as Database;
    },
    get storage() {
      return (opened[0] as Database).storage;
    },
    /** The account that the test is about, and another one. */
    get mine() {
      return accounts[0] as AccountId;
    },
    get other() {
      return accounts[1] as AccountId;
    },
  };
}

/** A database without a table before each test of the surrounding `describe`. */
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
