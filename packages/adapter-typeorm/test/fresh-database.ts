import { afterEach, beforeEach } from "@jest/globals";
import type { AccountId } from "@repute/domain";
import { addAccount } from "@repute/domain/testing";
import type { Database, DatabaseOptions } from "../src/database.js";
import { openDatabase } from "../src/open-database.js";
import { migratedFile } from "../src/testing/index.js";
import { temporaryFolder } from "./temporary-folder.js";

/** Creates a migrated database with one account before each test, and removes the database afterwards. */
export function freshDatabase(options: Omit<DatabaseOptions, "url"> = {}) {
  let folder = { file: "", url: "", remove: () => {} };
  let opened: Database[] = [];
  let account = 0 as AccountId;
  const open = async (url = folder.url, more: Partial<DatabaseOptions> = {}) => {
    const database = await openDatabase({ ...options, ...more, url });
    opened.push(database);
    return database;
  };
  beforeEach(async () => {
    folder = temporaryFolder();
    await migratedFile(folder.file);
    opened = [];
    account = await addAccount((await open()).storage, "acme");
  });
  afterEach(async () => {
    await Promise.all(opened.map((database) => database.close()));
    folder.remove();
  });
  return {
    /** Opens the same file again. */
    openAgain: (more: Partial<DatabaseOptions> = {}) => open(folder.url, more),
    get database() {
      return opened[0] as Database;
    },
    get storage() {
      return (opened[0] as Database).storage;
    },
    get account() {
      return account;
    },
    get file() {
      return folder.file;
    },
  };
}
