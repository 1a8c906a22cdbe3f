import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { type AccountId, createDomain, isDomainError, noPartners } from "@repute/domain";
import { addAccount, anEntry, clockContract, readList, secretsContract } from "@repute/domain/testing";
import Connection from "better-sqlite3";
import { expectToClose } from "../test/closing.js";
import { freshDatabase } from "../test/fresh-database.js";
import { temporaryFolder } from "../test/temporary-folder.js";
import type { Database, DatabaseOptions } from "./database.js";
import { nodeSecrets, openDatabase, systemClock, typeormPorts } from "./open-database.js";

describe("opening a database", () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let opened: Database[];
  beforeEach(() => {
    folder = temporaryFolder();
    opened = [];
  });
  afterEach(async () => {
    await Promise.all(opened.map((database) => database.close()));
    folder.remove();
  });
  const open = async (options: Partial<DatabaseOptions> = {}) => {
    const database = await openDatabase({ url: folder.url, ...options });
    opened.push(database);
    return database;
  };
  const refusal = async (url = folder.url) => {
    const error: unknown = await open({ url }).catch((caught: unknown) => caught);
    if (!isDomainError(error)) throw new Error("it was not refused", { cause: error });
    expect(error.message).not.toContain("\n");
    return { kind: error.kind, code: error.code, message: error.message };
  };
  const onFile = <T>(work: (connection: Connection.Database) => T): T => {
    const connection = new Connection(folder.file);
    try {
      return work(connection);
    } finally {
      connection.close();
    }
  };

  it("creates the file and its folder", async () => {
    const file = join(folder.path, "not", "there", "yet.db");
    await open({ url: `sqlite:${file}` });
    expect(existsSync(file)).toBe(true);
  });

  it("makes the file and its log readable only by the owner", async () => {
    const file = join(folder.path, "private.db");
    const database = await open({ url: `sqlite:${file}`, migrate: true });
    expect(["", "-wal", "-shm"].map((ending) => statSync(file + ending).mode & 0o777)).toEqual([0o600, 0o600, 0o600]);
    await database.close();
  });

  it("migrates only on request, and refuses to use a database that is not migrated", async () => {
    const database = await open();
    const pending = await database.pendingMigrations();
    expect(pending[0]).toMatch(/^FirstRelease/);
    const uses = [
      () => database.storage.accounts.all(),
      () => database.storage.transact(1 as AccountId, async () => "done"),
      () => database.storage.read(1 as AccountId, async () => "done"),
      () => readList(database.storage, 1 as AccountId, "reviews"),
    ];
    for (const use of uses) {
      await expect(use()).rejects.toMatchObject({ kind: "unavailable", code: "database_not_migrated" });
    }
    expect(await database.migrate()).toEqual(pending);
    expect(await database.migrate()).toEqual([]);
    expect(await database.storage.accounts.all()).toEqual([]);
  });

  it("sees migrations by another process", async () => {
    const database = await open();
    await open({ migrate: true });
    expect(await database.pendingMigrations()).toEqual([]);
    expect(await database.storage.accounts.all()).toEqual([]);
  });

  it("migrates once when several processes start together", async () => {
    const databases = await Promise.all([1, 2, 3].map(() => open({ migrate: true })));
    for (const { storage } of databases) expect(await storage.accounts.all()).toEqual([]);
    const applied = onFile((file) => file.prepare("SELECT name FROM migrations").pluck().all());
    expect(applied).toEqual([...new Set(applied)]);
  });

  it("keeps stored data between openings", async () => {
    const first = await open({ migrate: true });
    const account = await addAccount(first.storage, "acme");
    await first.storage.transact(account, ({ feed }) => feed.publish(account, "reviews", [anEntry()]));
    await first.close();
    expect(existsSync(`${folder.file}-wal`)).toBe(false);
    const second = await open();
    expect((await second.storage.accounts.byKey("acme"))?.id).toBe(account);
    expect((await readList(second.storage, account, "reviews")).count).toBe(1);
  });

  it("creates the file with large pages and a write-ahead log", async () => {
    const { storage } = await open({ migrate: true });
    await addAccount(storage, "acme");
    const pragma = (name: string) => onFile((file) => file.pragma(name, { simple: true }));
    expect(pragma("page_size")).toBe(4_096);
    expect(pragma("journal_mode")).toBe("wal");
  });

  it("does not wait for a writing process if no migration is pending", async () => {
    await (await open({ migrate: true })).close();
    const other = new Connection(folder.file);
    other.exec("BEGIN IMMEDIATE");
    const { storage } = await open({ migrate: true, patience: 0 });
    expect(await storage.accounts.all()).toEqual([]);
    other.close();
  });

  it("shares no state with another database in the same process", async () => {
    const other = temporaryFolder();
    const databases = [await open({ migrate: true }), await open({ migrate: true, url: other.url })] as const;
    await addAccount(databases[0].storage, "acme");
    const nested = await databases[0].storage.transact(1 as AccountId, async () =>
      addAccount(databases[1].storage, "zenith"),
    );
    expect(nested).toBe(1);
    expect(await databases[1].storage.accounts.byKey("acme")).toBeUndefined();
    await databases[1].close();
    other.remove();
  });

  it("can be closed twice, and rejects all calls afterward", () => expectToClose(open));

  it("refuses a folder that cannot be created or written", async () => {
    writeFileSync(join(folder.path, "a-file"), "");
    const { code, kind } = await refusal(`sqlite:${join(folder.path, "a-file", "test.db")}`);
    expect({ code, kind }).toEqual({ code: "database_unwritable", kind: "unavailable" });
    expect(await refusal("sqlite:/proc/nowhere/test.db")).toMatchObject({ code: "database_unwritable" });
    expect(await refusal("sqlite:/proc/test.db")).toMatchObject({ code: "database_unwritable" });
  });

  it("refuses a folder in place of a file", async () => {
    mkdirSync(folder.file);
    expect(await refusal()).toMatchObject({ code: "database_unwritable" });
  });

  it("refuses a file that is not a database and leaves it unchanged", async () => {
    for (const content of ["hello", "name,rating\n".repeat(4_000)]) {
      writeFileSync(folder.file, content);
      expect(await refusal()).toMatchObject({ kind: "unavailable", code: "not_a_database" });
      expect(readFileSync(folder.file, "utf8")).toBe(content);
    }
  });

  it("refuses the database of another program and leaves it unchanged", async () => {
    onFile((file) => file.exec("CREATE TABLE invoices (id INTEGER)"));
    expect(await refusal()).toMatchObject({ kind: "unavailable", code: "database_not_ours" });
    expect(onFile((file) => file.pragma("journal_mode", { simple: true }))).toBe("delete");
  });

  it("refuses a database of a newer version and names its migration", async () => {
    await (await open({ migrate: true })).close();
    onFile((file) => file.exec("INSERT INTO migrations (timestamp, name) VALUES (9, 'Later9999999999999')"));
    const { kind, code, message } = await refusal();
    expect({ kind, code }).toEqual({ kind: "unavailable", code: "database_too_new" });
    expect(message).toContain("Later9999999999999");
  });

  it.each([
    ["the last build", "Epochs1780000360000"],
    ["an older build", "Users1780000050000"],
  ])("refuses a database of %s before the first release and leaves it unchanged", async (_build, last) => {
    await (await open({ migrate: true })).close();
    onFile((file) =>
      file.exec(`UPDATE migrations SET name = 'FirstRelease1780000000000';
        INSERT INTO migrations (timestamp, name) VALUES (9, '${last}'); PRAGMA journal_mode = DELETE`),
    );
    const content = readFileSync(folder.file);
    const refused = { kind: "unavailable", code: "database_unreleased" };
    expect(await refusal()).toMatchObject(refused);
    await expect(open({ migrate: true })).rejects.toMatchObject(refused);
    onFile((file) => file.pragma("journal_mode = DELETE"));
    expect(readFileSync(folder.file).subarray(100)).toEqual(content.subarray(100));
  });

  it("refuses an invalid URL before it creates a file", async () => {
    expect(await refusal("mysql://db/repute")).toMatchObject({ kind: "invalid", code: "invalid_database_url" });
  });
});

describe("the ports of an open database", () => {
  const open = freshDatabase();

  it("provide all ports that the domain needs", async () => {
    const domain = createDomain({ ...typeormPorts(open.database), ...noPartners });
    const {
      token,
      credential: { id, kind },
    } = await domain.access.createToken(open.account, { kind: "api-token" });
    const caller = await domain.access.authenticate("v2-data", token);
    expect(caller).toEqual({ account: open.account, id, kind, isUseStale: true });
  });

  it("compute standard hashes and different random bytes each time", () => {
    expect(nodeSecrets.sha256("é")).toBe("4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c");
    expect(nodeSecrets.randomBytes(32)).toHaveLength(32);
    expect(nodeSecrets.randomBytes(32)).not.toEqual(nodeSecrets.randomBytes(32));
  });

  it("return the time of this machine", () => {
    const before = Date.now();
    expect(systemClock()).toBeGreaterThanOrEqual(before);
    expect(systemClock()).toBeLessThanOrEqual(Date.now());
  });
});

secretsContract("nodeSecrets", () => nodeSecrets);
clockContract("systemClock", () => systemClock);
