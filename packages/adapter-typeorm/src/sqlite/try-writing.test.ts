import { statSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import Database from "better-sqlite3";
import { temporaryFolder } from "../../test/temporary-folder.js";
import { migratedFile } from "../testing/index.js";
import { tryWriting } from "./try-writing.js";

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
