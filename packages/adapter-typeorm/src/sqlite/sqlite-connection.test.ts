import { statSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { failureOf } from "@repute/domain";
import { anAuditRecord, readTrail } from "@repute/domain/testing";
import Database from "better-sqlite3";
import { freshDatabase } from "../../test/fresh-database.js";
import { temporaryFolder } from "../../test/temporary-folder.js";
import { migratedFile } from "../testing/index.js";
import { tryWriting } from "./open-sqlite.js";
import { connectReader, connectWriter, openListConnection, type SqliteConnection } from "./sqlite-connection.js";
import { prepareFile } from "./sqlite-file.js";
import { transaction, transactionSession } from "./sqlite-transaction.js";

describe("a connection to a SQLite file", () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let writer: SqliteConnection;
  beforeEach(async () => {
    folder = temporaryFolder();
    await prepareFile(folder.file, 0);
    writer = connectWriter(folder.file);
  });
  afterEach(async () => {
    writer.raw.close();
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
    const reader = connectReader(folder.file);
    const list = openListConnection(folder.file);
    for (const { raw } of [reader, list]) {
      expect(() => raw.exec("INSERT INTO notes VALUES ('x')")).toThrow("readonly");
      expect(raw.prepare("SELECT count(*) FROM notes").pluck().get()).toBe(0);
      expect(raw.pragma("busy_timeout", { simple: true })).toBe(0);
    }
    list.raw.close();
    reader.raw.close();
  });
});

describe("a write test on a SQLite file", () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let file: Database.Database;
  beforeEach(async () => {
    folder = temporaryFolder();
    await migratedFile(folder.file);
    file = new Database(folder.file, { timeout: 0 });
    file.pragma("journal_mode = WAL");
  });
  afterEach(() => {
    file.close();
    folder.remove();
  });

  it("leaves neither rows nor a transaction behind", () => {
    tryWriting(file);
    expect(file.inTransaction).toBe(false);
    expect(file.prepare("SELECT count(*) FROM jobs").pluck().get()).toBe(0);
  });

  it("commits more pages than a submission, so that it fails before submissions do", () => {
    const pagesWritten = () => {
      file.pragma("wal_checkpoint(TRUNCATE)");
      tryWriting(file);
      return Math.floor(statSync(`${folder.file}-wal`).size / 4_096);
    };
    expect(pagesWritten()).toBeGreaterThanOrEqual(32);
    expect(pagesWritten()).toBeGreaterThanOrEqual(32);
  });

  it("fails while the file cannot grow, and passes once it can", () => {
    const pages = Number(file.pragma("page_count", { simple: true }));
    file.pragma(`max_page_count = ${pages}`);
    expect(() => tryWriting(file)).toThrow(expect.objectContaining({ code: "SQLITE_FULL" }));
    expect(file.inTransaction).toBe(false);
    file.pragma(`max_page_count = ${pages + 1_000}`);
    expect(() => tryWriting(file)).not.toThrow();
  });

  it("fails on a read-only connection", () => {
    file.pragma("query_only = ON");
    expect(() => tryWriting(file)).toThrow(expect.objectContaining({ code: "SQLITE_READONLY" }));
  });

  it("does nothing while this or another connection writes", () => {
    const other = new Database(folder.file, { timeout: 0 });
    other.exec("BEGIN IMMEDIATE");
    expect(() => tryWriting(file)).not.toThrow();
    other.exec("ROLLBACK");
    other.close();
    file.exec("BEGIN IMMEDIATE");
    tryWriting(file);
    expect(file.inTransaction).toBe(true);
    file.exec("ROLLBACK");
  });
});

describe("the audit trail in a SQLite file", () => {
  const open = freshDatabase();

  it("rejects a direct SQL statement that changes or deletes records", async () => {
    await open.storage.audit.append(open.account, [anAuditRecord()]);
    const connection = new Database(open.file);
    expect(() => connection.exec("UPDATE audit SET outcome = 'ok'")).toThrow("rows of audit are never changed");
    expect(() => connection.exec("DELETE FROM audit")).toThrow("rows of audit are never changed");
    connection.close();
    expect(await readTrail(open.storage, open.account)).toEqual([anAuditRecord()]);
  });

  it("rejects a statement that lowers or deletes a failure count", async () => {
    await open.storage.audit.addFailures(open.account, [failureOf(anAuditRecord())]);
    const connection = new Database(open.file);
    expect(() => connection.exec("UPDATE audit_failures SET failures = 0")).toThrow("only grow");
    expect(() => connection.exec("UPDATE audit_failures SET outcome = 'x'")).toThrow("only grow");
    expect(() => connection.exec("DELETE FROM audit_failures")).toThrow("never removed");
    connection.close();
  });
});
