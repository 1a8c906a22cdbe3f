import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { anEntry, readList } from "@repute/domain/testing";
import Connection from "better-sqlite3";
import { freshDatabase } from "../../test/fresh-database.js";
import { temporaryFolder } from "../../test/temporary-folder.js";
import { backupDatabase, restoreDatabase, verifyDatabase } from "../index.js";

const damaged = { kind: "unavailable", code: "database_damaged", message: expect.stringContaining("repute verify") };
const thrownBy = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};

function wipe(file: string, from: number, length: number): void {
  const descriptor = openSync(file, "r+");
  writeSync(descriptor, Buffer.alloc(length), 0, length, from);
  closeSync(descriptor);
}

describe("the file of an open database", () => {
  const open = freshDatabase();
  const publish = () =>
    open.storage.transact(open.account, ({ feed }) => feed.publish(open.account, "reviews", [anEntry()]));
  const replaced = { kind: "unavailable", code: "database_replaced" };
  const uses = () => [publish(), open.storage.accounts.all(), readList(open.storage, open.account, "reviews")];

  it.each([
    ["is deleted", (file: string) => rmSync(file)],
    ["is moved", (file: string) => renameSync(file, `${file}.old`)],
    ["loses its write-ahead log", (file: string) => rmSync(`${file}-wal`)],
    [
      "is replaced by another file",
      (file: string) => {
        copyFileSync(file, `${file}.other`);
        renameSync(`${file}.other`, file);
      },
    ],
  ])("fails every later read and write after it %s", async (_, change) => {
    await publish();
    change(open.file);
    for (const use of uses()) await expect(use).rejects.toMatchObject(replaced);
  });

  it("fails a unit of work if it is deleted during that unit", async () => {
    const unit = open.storage.transact(open.account, async ({ feed }) => {
      await feed.publish(open.account, "reviews", [anEntry()]);
      rmSync(open.file);
    });
    await expect(unit).rejects.toMatchObject(replaced);
  });

  it("keeps its locks when the same process opens and closes it again", async () => {
    await (await open.openAgain()).close();
    const other = new Connection(open.file, { timeout: 0 });
    expect(() => other.pragma("journal_mode = DELETE")).toThrow("locked");
    other.close();
  });
});

describe("backups", () => {
  const open = freshDatabase();
  let folder: ReturnType<typeof temporaryFolder>;
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(() => folder.remove());
  const url = () => `sqlite:${open.file}`;
  const restore = (from: string, to = url()) => restoreDatabase(to, from, true, "before");
  const publish = (ids: number) => {
    const entries = Array.from({ length: ids }, (_, id) =>
      anEntry({ id: id + 1, json: `{"text":"${"x".repeat(500)}"}` }),
    );
    return open.storage.transact(open.account, ({ feed }) => feed.publish(open.account, "reviews", entries));
  };

  it("are readable only by their owner from the first byte", async () => {
    await publish(2_000);
    const modes: number[] = [];
    const watcher = new Worker(watch, { eval: true, workerData: folder.path });
    watcher.on("message", (mode: number) => modes.push(mode));
    await new Promise((resolve) => watcher.once("online", resolve));
    for (let round = 0; round < 5; round += 1) backupDatabase(url(), folder.file, true);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await watcher.terminate();
    expect(modes.length).toBeGreaterThan(0);
    expect([...new Set(modes)]).toEqual([0o600]);
  });

  it("remove a temporary file that a killed process left a day ago, and no other file", () => {
    const [old, young, others] = ["a.db.0123456789ab.part", "a.db.ba9876543210.part", "notes.part"].map((name) =>
      join(folder.path, name),
    ) as [string, string, string];
    for (const file of [old, young, others]) writeFileSync(file, "");
    const yesterday = Date.now() / 1_000 - 86_500;
    for (const file of [old, others]) utimesSync(file, yesterday, yesterday);
    backupDatabase(url(), folder.file);
    expect(existsSync(old)).toBe(false);
    expect([young, others].every(existsSync)).toBe(true);
  });

  it("fail with instructions and leave no file if the database is damaged", async () => {
    await publish(500);
    await open.database.close();
    wipe(open.file, 12 * 4_096, 8 * 4_096);
    expect(thrownBy(() => backupDatabase(url(), folder.file))).toMatchObject(damaged);
    expect(thrownBy(() => verifyDatabase(url()))).toMatchObject(damaged);
    expect(readdirSync(folder.path)).toEqual([]);
  });

  it("have no epochs, so cursors expire after a restore and after the file is copied into place", async () => {
    const epoch = "0f".repeat(8);
    const save = () => open.storage.transact(open.account, ({ epochs }) => epochs.save(open.account, epoch));
    const found = (file: string) => {
      const connection = new Connection(file);
      const epochs = connection.prepare("SELECT epoch FROM epochs").pluck().all();
      connection.close();
      return epochs;
    };
    await save();
    backupDatabase(url(), folder.file);
    const plainCopy = join(folder.path, "plain.db");
    await open.database.close();
    copyFileSync(open.file, plainCopy);
    expect(found(open.file)).toEqual([epoch]);
    expect(found(folder.file)).toEqual([]);
    expect(found(plainCopy)).toEqual([epoch]);
    restore(plainCopy);
    expect(found(open.file)).toEqual([]);
    expect(verifyDatabase(url()).file).toBe(open.file);
  });

  it("cannot be restored while the database is open, even if it is damaged", async () => {
    await publish(10);
    backupDatabase(url(), folder.file);
    const inUse = { kind: "unavailable", code: "database_in_use" };
    expect(thrownBy(() => restore(folder.file))).toMatchObject(inUse);
    wipe(open.file, 0, 100);
    expect(thrownBy(() => restore(folder.file))).toMatchObject(inUse);
    truncateSync(open.file, 10);
    expect(thrownBy(() => restore(folder.file))).toMatchObject(inUse);
    await open.database.close();
    const { previousFile, file } = restore(folder.file);
    expect(existsSync(previousFile ?? "")).toBe(true);
    const again = await open.openAgain();
    expect((await readList(again.storage, open.account, "reviews")).count).toBe(10);
    expect(verifyDatabase(url()).file).toBe(file);
  });

  it("cannot be restored while another program has the database open", async () => {
    backupDatabase(url(), folder.file);
    await open.database.close();
    const other = new Connection(open.file);
    other.exec("BEGIN; SELECT count(*) FROM feed");
    expect(thrownBy(() => restore(folder.file))).toMatchObject({ code: "database_in_use" });
    other.close();
    expect(restore(folder.file).file).toBe(open.file);
  });

  it("are checked for broken foreign keys", async () => {
    backupDatabase(url(), folder.file);
    const file = new Connection(folder.file);
    file.pragma("foreign_keys = OFF");
    file.exec("INSERT INTO listing_metrics VALUES (1, 77, 202603, 'views_maps', 1)");
    file.close();
    expect(thrownBy(() => verifyDatabase(url(), folder.file))).toMatchObject(damaged);
    expect(thrownBy(() => verifyDatabase(url(), join(folder.path, "none.db")))).toMatchObject({ code: "no_database" });
    writeFileSync(join(folder.path, "text.db"), "hello ".repeat(1_000));
    expect(thrownBy(() => verifyDatabase(url(), join(folder.path, "text.db")))).toMatchObject({
      code: "not_a_database",
    });
  });
});

/** Reports the mode of every file in a folder. */
const watch = `
  const { readdirSync, statSync } = require("node:fs");
  const { parentPort, workerData } = require("node:worker_threads");
  setInterval(() => {
    for (const name of readdirSync(workerData)) {
      try { parentPort.postMessage(statSync(workerData + "/" + name).mode & 0o777); } catch {}
    }
  }, 0);
`;
