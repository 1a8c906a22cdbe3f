import { describe, expect, it } from "@jest/globals";
import { storageContract } from "@repute/domain/testing";
import { inflated } from "../../test/inflated.js";
import { ownTables } from "../../test/own-tables.js";
import { statementLog } from "../../test/statement-log.js";
import { temporaryFolder } from "../../test/temporary-folder.js";
import { openSqlite } from "../sqlite/open-sqlite.js";
import { migratedFile } from "../testing/index.js";

const log = statementLog();

storageContract("storage on SQLite", async (clock) => {
  const folder = temporaryFolder();
  await migratedFile(folder.file);
  const options = {
    migrate: false,
    clock,
    readers: 2,
    lists: 4,
    listsPerAccount: 4,
    patience: 1_000,
    maxLogBytes: 134_217_728,
    trace: log.trace,
  };
  const database = await openSqlite({ ...options, file: folder.file });
  return {
    storage: log.watch(database.storage),
    unpack: inflated,
    async close() {
      await database.close();
      folder.remove();
    },
  };
});

describe("every statement of the contract tests on SQLite", () => {
  it("compares the account of the caller first if it uses an account table", () => {
    expect([...log.problems]).toEqual([]);
    expect([...log.seen].sort()).toEqual(ownTables);
  });
});
