import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "@jest/globals";
import { createDomain } from "@repute/domain";
import { memoryPorts } from "@repute/domain/memory";
import { addAccount, bundleOf, erasureContract, fillWithPeople, marked, markers } from "@repute/domain/testing";
import { allRows } from "../../test/all-rows.js";
import { freshDatabase } from "../../test/fresh-database.js";
import { temporaryFolder } from "../../test/temporary-folder.js";
import { backupDatabase } from "../backup.js";
import { nodeSecrets } from "../open-database.js";
import { migratedFile } from "../testing/index.js";
import { openSqlite } from "./open-sqlite.js";

const numbers = { readers: 2, lists: 4, listsPerAccount: 4, patience: 1_000, maxLogBytes: 134_217_728 };

/** Returns the bytes of a database file and its write-ahead log. */
const bytesOf = (file: string): string =>
  [file, `${file}-wal`].map((one) => (existsSync(one) ? readFileSync(one, "latin1") : "")).join("");

erasureContract("SQLite", async (clock) => {
  const folder = temporaryFolder();
  await migratedFile(folder.file);
  const database = await openSqlite({ ...numbers, file: folder.file, migrate: false, clock });
  return {
    storage: database.storage,
    dump: () => allRows(folder.url),
    async close() {
      await database.close();
      folder.remove();
    },
  };
});

const open = freshDatabase();

it("erasing a person removes every byte of the person from the file, including free pages", async () => {
  const { storage, account, database } = open;
  const ports = { ...memoryPorts(), clock: database.clock, secrets: nodeSecrets, storage };
  const domain = createDomain(ports);
  await fillWithPeople(domain, ports, account);
  const found = () => markers.filter((marker) => bytesOf(open.file).includes(marker));
  expect(found()).toEqual([...markers]);
  expect(await domain.erasure.erase(account, { phone: marked.phone })).toMatchObject({ scrubbed: true });
  expect(found()).toEqual([]);
});

it("a backup holds a value only where a row has it, so free space keeps no copies after a restore and an erasure", async () => {
  const { storage, account, database } = open;
  const domain = createDomain({ ...memoryPorts(), clock: database.clock, secrets: nodeSecrets, storage });
  const reviews = Array.from({ length: 400 }, (_, index) => {
    const create_time = "2026-03-01T17:05:00Z";
    return { kind: "review", id: index + 1, platform_id: 77, comment: `okapi${"-".repeat(index)}`, create_time };
  });
  const platform = { kind: "platform", id: 77, name: "Google", is_survey: false };
  await domain.bundle.load(account, bundleOf([platform, ...reviews]));
  const folder = temporaryFolder();
  const { file } = backupDatabase(`sqlite:${open.file}`, folder.file);
  const inRecordAndList = 2;
  expect(bytesOf(file).split("okapi")).toHaveLength(inRecordAndList * reviews.length + 1);
  folder.remove();
});

it("erasing a person reports that the log still holds erased data while a reader holds the log", async () => {
  const { storage, account, database } = open;
  const ports = { ...memoryPorts(), clock: database.clock, secrets: nodeSecrets, storage };
  const domain = createDomain(ports);
  await fillWithPeople(domain, ports, account);
  const other = await addAccount(storage, "zenith");
  const list = storage.feed.read(account, "reviews", {})[Symbol.asyncIterator]();
  await list.next();
  expect(await domain.erasure.erase(account, { email: marked.email })).toMatchObject({ scrubbed: false });
  await list.return?.();
  expect(await domain.erasure.erase(other, { email: marked.email })).toMatchObject({ scrubbed: true });
});
