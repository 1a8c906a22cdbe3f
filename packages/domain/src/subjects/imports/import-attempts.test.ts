import { describe, expect, it } from "@jest/globals";
import { createDomain } from "../../domain.js";
import { invalid } from "../../foundation/kernel/domain-error.js";
import { day, plus } from "../../foundation/kernel/times.js";
import type { Ports } from "../../ports.js";
import { anImportRow, importFileOf } from "../../testing/builders.js";
import { importPractice } from "../../testing/practices.js";
import { cleanUp } from "../../workflows/nightly/clean-up.js";
import { defaultConnection } from "./import-connection.js";
import type { ImportAttemptItem, ImportEnd } from "./import-run.js";

type Practice = Awaited<ReturnType<typeof importPractice>>;

const broken = (error: unknown) => ({
  async *read(): AsyncGenerator<never> {
    throw error;
  },
});

async function attemptsOf({ ports, account }: Practice): Promise<readonly ImportAttemptItem[]> {
  const found: ImportAttemptItem[] = [];
  for await (const page of createDomain(ports).imports.attempts(account)) found.push(...page);
  return found;
}

async function auditOf({ ports, account }: Practice) {
  const found: (readonly [string | null, string, number | null])[] = [];
  for await (const page of ports.storage.audit.read(account, 0 as never)) {
    for (const one of page) {
      if (one.action === "import_appointments") found.push([one.subject, one.outcome, one.rows]);
    }
  }
  return found;
}

const listedRuns = ({ ports, account }: Practice) =>
  ports.storage.read(account, ({ importRuns }) =>
    importRuns.page(account, { before: Number.MAX_SAFE_INTEGER, limit: 9, tests: true }),
  );

describe("an attempt to import", () => {
  it("is done, with its file, connection and run", async () => {
    const practice = await importPractice();
    const run = await practice.run([anImportRow()], { fileName: "/home/ann/may.csv" });
    expect(await attemptsOf(practice)).toEqual([
      {
        ...{ attempt_id: 1, status: "done", started_at: "2026-06-01T12:00:00+00:00", file: "may.csv" },
        ...{ connection: "main", is_test: false, import_id: run.import_id, code: null, reason: null },
      },
    ]);
    expect(await createDomain(practice.ports).imports.attempt(practice.account, 1)).toMatchObject({ run });
    expect(await auditOf(practice)).toEqual([[null, "ok", 1]]);
  });

  it("fails with the reason, without the folder of the file, when the file cannot be read", async () => {
    const practice = await importPractice();
    const { ports, account } = practice;
    const fileName = "C:\\ann\\may.csv";
    const unreadable = broken(invalid("file_unreadable", `cannot read ${fileName}: the file does not exist`));
    const ends: ImportEnd[] = [];
    await expect(
      createDomain(ports).imports.run(account, unreadable, { fileName, onEnd: (end) => void ends.push(end) }),
    ).rejects.toMatchObject({ code: "file_unreadable" });
    const [attempt] = await attemptsOf(practice);
    expect(attempt).toMatchObject({
      ...{ status: "failed", file: "may.csv", connection: "main", import_id: null, code: "file_unreadable" },
      reason: "cannot read may.csv: the file does not exist",
    });
    expect(ends).toEqual([{ attempt, earlier: null }]);
    expect(await auditOf(practice)).toEqual([["attempt 1", "file_unreadable", 0]]);
    expect(await listedRuns(practice)).toEqual([]);
  });

  it("fails when the connection is unknown or missing", async () => {
    const practice = await importPractice({ others: [{ ...defaultConnection, name: "other" }] });
    const { ports, account, run } = practice;
    await expect(run([anImportRow()], { connection: "none" })).rejects.toMatchObject({ code: "connection_not_found" });
    await expect(createDomain(ports).imports.run(account, importFileOf([anImportRow()]))).rejects.toMatchObject({
      code: "connection_required",
    });
    expect(await attemptsOf(practice)).toMatchObject([
      { attempt_id: 2, status: "failed", connection: null, code: "connection_required" },
      { attempt_id: 1, status: "failed", connection: "none", code: "connection_not_found" },
    ]);
  });

  it("does not repeat the message of an unexpected error", async () => {
    const practice = await importPractice();
    const { ports, account } = practice;
    const failing = broken(new Error("duplicate key Lee, Ann"));
    await expect(createDomain(ports).imports.run(account, failing)).rejects.toThrow("duplicate key");
    expect(await attemptsOf(practice)).toMatchObject([
      { status: "failed", file: null, code: "internal_error", reason: "internal error" },
    ]);
  });

  it("is empty when the file has no rows, and stores no run", async () => {
    const practice = await importPractice();
    await expect(practice.run([])).rejects.toMatchObject({ code: "empty_file" });
    expect(await attemptsOf(practice)).toMatchObject([{ status: "empty", import_id: null, code: "empty_file" }]);
    expect(await auditOf(practice)).toEqual([["attempt 1", "empty_file", 0]]);
    expect(await listedRuns(practice)).toEqual([]);
  });

  it("is done when the file has only rows that withdraw appointments", async () => {
    const practice = await importPractice();
    await practice.run([anImportRow({ status: "Cancelled" })]);
    expect(await attemptsOf(practice)).toMatchObject([{ status: "done", import_id: 1 }]);
  });

  it("stores at most 200 characters of the file name, as plain text", async () => {
    const practice = await importPractice();
    await practice.run([anImportRow()], { fileName: `/x/a\u0000\n\ud800${"😀".repeat(300)}.csv` });
    const [attempt] = await attemptsOf(practice);
    expect(attempt?.file).toBe(`a  \ufffd${"😀".repeat(196)}`);
  });

  it("is found by the number of its run, or by its own number", async () => {
    const practice = await importPractice();
    await expect(practice.run([])).rejects.toMatchObject({ code: "empty_file" });
    await practice.run([anImportRow()]);
    await expect(practice.run([])).rejects.toMatchObject({ code: "empty_file" });
    const { imports } = createDomain(practice.ports);
    const found = async (number: number, of?: "attempt" | "run") =>
      (await imports.attempt(practice.account, number, of)).attempt.attempt_id;
    expect([await found(1, "run"), await found(3, "run")]).toEqual([2, 3]);
    expect([await found(1), await found(2, "attempt")]).toEqual([1, 2]);
    await expect(found(4, "run")).rejects.toMatchObject({ code: "attempt_not_found" });
  });

  it("reports the last import of the same file", async () => {
    const practice = await importPractice();
    const ends: ImportEnd[] = [];
    const onEnd = (end: ImportEnd) => void ends.push(end);
    const first = await practice.run([anImportRow()], { onEnd });
    await practice.run([anImportRow()], { onEnd, isTest: true });
    await practice.run([anImportRow({ state: "CO" })], { onEnd });
    await practice.run([anImportRow()], { onEnd });
    expect(ends.map(({ earlier }) => earlier)).toEqual([null, null, null, first]);
  });
});

describe("an interrupted attempt", () => {
  const dying = (ports: Ports, units: number): Ports => {
    let begun = 0;
    const transact: Ports["storage"]["transact"] = async (account, work) => {
      if (begun++ >= units) throw new Error("killed");
      return ports.storage.transact(account, work);
    };
    return { ...ports, storage: { ...ports.storage, transact } };
  };

  it("is running until the second night, then failed", async () => {
    const practice = await importPractice();
    const { ports, account, clock } = practice;
    await expect(createDomain(dying(ports, 1)).imports.run(account, importFileOf([anImportRow()]))).rejects.toThrow(
      "killed",
    );
    await cleanUp(ports)(clock());
    expect(await attemptsOf(practice)).toMatchObject([{ status: "running" }]);
    clock.set(plus(clock(), 2 * day));
    await cleanUp(ports)(clock());
    expect(await attemptsOf(practice)).toMatchObject([{ status: "failed", code: "interrupted", import_id: null }]);
    expect(await auditOf(practice)).toEqual([["attempt 1", "interrupted", 0]]);
  });

  it("is done when its run is completed by the next import", async () => {
    const practice = await importPractice();
    const { ports, account } = practice;
    // Transactions: begin, stage, decide.
    await expect(createDomain(dying(ports, 3)).imports.run(account, importFileOf([anImportRow()]))).rejects.toThrow(
      "killed",
    );
    expect(await attemptsOf(practice)).toMatchObject([{ status: "running", import_id: 1 }]);
    await createDomain(ports).imports.run(account, importFileOf([anImportRow()]));
    expect(await attemptsOf(practice)).toMatchObject([
      { attempt_id: 2, status: "done", import_id: 1 },
      { attempt_id: 1, status: "done", import_id: 1 },
    ]);
  });
});
