import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { temporaryFolder } from "../../test/temporary-folder.js";
import { connectReader, connectWriter, type SqliteConnection } from "./connect.js";
import { openListConnection } from "./list-connection.js";
import { prepareFile } from "./prepare-file.js";
import { transaction, transactionSession } from "./transaction.js";

describe("a connection to a SQLite file", () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let writer: SqliteConnection;
  beforeEach(async () => {
    folder = temporaryFolder();
    await prepareFile(folder.file, 0);
    writer = await connectWriter(folder.file);
  });
  afterEach(async () => {
    await writer.close();
    folder.remove();
  });

  it("syncs every commit, enforces foreign keys and never blocks inside SQLite when it writes", () => {
    const setting = (name: string) => writer.raw.pragma(name, { simple: true });
    expect(setting("synchronous")).toBe(2);
    expect(setting("foreign_keys")).toBe(1);
    expect(setting("busy_timeout")).toBe(0);
    expect(setting("journal_mode")).toBe("wal");
    expect(setting("journal_size_limit")).toBeGreaterThan(0);
  });

  it("stores nothing after SQLite ends the transaction, even if statements are in progress", async () => {
    writer.raw.exec("CREATE TABLE notes (text TEXT)");
    const session = transactionSession(writer);
    const pages = writer.raw.pragma("page_count", { simple: true }) as number;
    writer.raw.pragma(`max_page_count = ${pages + 10}`);
    const add = (length: number) => session.run("INSERT INTO notes VALUES ($1)", ["x".repeat(length)]);
    const unit = transaction(writer.raw, 0, async () => {
      await Promise.allSettled([add(1_000_000), add(10)]);
      await add(10);
    });
    await expect(unit).rejects.toThrow("ended the transaction unexpectedly");
    expect(writer.raw.prepare("SELECT count(*) FROM notes").pluck().get()).toBe(0);
  });

  it("cannot write when it is a reader", async () => {
    writer.raw.exec("CREATE TABLE notes (text TEXT)");
    const reader = await connectReader(folder.file);
    const list = openListConnection(folder.file);
    for (const { raw } of [reader, list]) {
      expect(() => raw.exec("INSERT INTO notes VALUES ('x')")).toThrow("readonly");
      expect(raw.prepare("SELECT count(*) FROM notes").pluck().get()).toBe(0);
      expect(raw.pragma("busy_timeout", { simple: true })).toBe(0);
    }
    list.raw.close();
    await reader.close();
  });
});
