import { describe, expect, it } from "@jest/globals";
import { failureOf } from "@repute/domain";
import { anAuditRecord, readTrail } from "@repute/domain/testing";
import Connection from "better-sqlite3";
import { freshDatabase } from "../../test/fresh-database.js";

describe("the audit trail in a SQLite file", () => {
  const open = freshDatabase();

  it("rejects a direct SQL statement that changes or deletes records", async () => {
    await open.storage.audit.append(open.account, [anAuditRecord()]);
    const connection = new Connection(open.file);
    expect(() => connection.exec("UPDATE audit SET outcome = 'ok'")).toThrow("rows of audit are never changed");
    expect(() => connection.exec("DELETE FROM audit")).toThrow("rows of audit are never changed");
    connection.close();
    expect(await readTrail(open.storage, open.account)).toEqual([anAuditRecord()]);
  });

  it("rejects a statement that lowers or deletes a failure count", async () => {
    await open.storage.audit.addFailures(open.account, [failureOf(anAuditRecord())]);
    const connection = new Connection(open.file);
    expect(() => connection.exec("UPDATE audit_failures SET failures = 0")).toThrow("only grow");
    expect(() => connection.exec("UPDATE audit_failures SET outcome = 'x'")).toThrow("only grow");
    expect(() => connection.exec("DELETE FROM audit_failures")).toThrow("never removed");
    connection.close();
  });
});
