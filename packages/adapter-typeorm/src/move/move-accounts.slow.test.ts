import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { type AccountId, createDomain, type Domain, type Instant, readItems } from "@repute/domain";
import { memoryPorts, memoryWebhookSender, stillClock } from "@repute/domain/memory";
import { readTrail } from "@repute/domain/testing";
import { describeOnPostgres } from "../../test/on-postgres.js";
import { declaredTables, ownTables, undeclaredTables } from "../../test/own-tables.js";
import { practice } from "../../test/releases/practice.js";
import { served } from "../../test/releases/served.js";
import { temporaryFolder } from "../../test/temporary-folder.js";
import type { TableDatabase } from "../database.js";
import { openTables, typeormPorts } from "../open-database.js";
import { migratedFile, type TestDatabase, testDatabase } from "../testing/index.js";
import { type MoveOptions, openMove } from "./move-accounts.js";
import { copiedInChunks, copiedLast, notMoved } from "./moved-tables.js";

type Opened = { readonly database: TableDatabase; readonly domain: Domain };

let opened: TableDatabase[] = [];
let folders: ReturnType<typeof temporaryFolder>[] = [];
beforeEach(() => {
  [opened, folders] = [[], []];
});
afterEach(async () => {
  await Promise.all(opened.map((database) => database.close()));
  for (const { remove } of folders) remove();
});

async function open(url: string): Promise<Opened> {
  const database = await openTables({ url, migrate: "new" });
  opened.push(database);
  return { database, domain: createDomain({ ...memoryPorts(), ...typeormPorts(database) }) };
}

function newUrl(): string {
  const folder = temporaryFolder();
  folders.push(folder);
  return folder.url;
}

async function newFile(): Promise<string> {
  const url = newUrl();
  await migratedFile(url.replace("sqlite:", ""));
  return url;
}

async function move(from: string, to: string, key?: string, onProgress?: MoveOptions["onProgress"]) {
  const operator = () => ({ osUser: "ops" });
  const moving = await openMove({ from: { url: from }, to: { url: to }, operator, onProgress });
  try {
    const results = [];
    for (const account of await moving.accounts(key)) results.push(await moving.move(account));
    return results;
  } finally {
    await moving.close();
  }
}

async function check(from: string, to: string, key?: string) {
  const moving = await openMove({ from: { url: from }, to: { url: to }, isDryRun: true });
  try {
    return await Promise.all((await moving.accounts(key)).map((account) => moving.check(account)));
  } finally {
    await moving.close();
  }
}

/** Creates accounts with records of every kind. The last one has a token that has posted a submission. */
async function fill({ domain }: Opened, keys: readonly string[]): Promise<{ readonly token: string }> {
  let token = "";
  for (const key of keys) {
    const { id } = await domain.accounts.create({ key, name: `Practice ${key}`, timeZone: "America/Denver" });
    await domain.bundle.load(id, practice);
    await domain.access.createToken(id, { kind: "api-token" });
    ({ token } = await domain.access.createToken(id, { kind: "web-forms", name: "website" }));
    await domain.access.registerClient(id, { name: "Scheduler", jwkUrl: "https://partner.example/jwks.json" });
    await post({ domain }, token, "8015550111");
    await domain.feed.seal(id);
  }
  return { token };
}

const submission = (phone: string) => ({
  ...{ submission_date: "2026-03-07T16:00:00Z", scct_parameter: "s-spring", phone_number: phone },
  ...{ conversion_type: "Online", patient_name: "Cy Dale" },
});

async function post({ domain }: Pick<Opened, "domain">, token: string, phone: string) {
  const by = await domain.access.authenticate("submissions", token);
  return { by, result: await domain.submissions.one(submission(phone), { by, idempotencyKey: phone }) };
}

/** Reads changes since a cursor. Returns them with the cursor of the next request. */
async function changesSince({ domain }: Opened, account: AccountId, cursor?: string) {
  const reading = await domain.changes.list(account, cursor === undefined ? {} : { cursor });
  const changes = [];
  let next: string | undefined;
  const watched = {
    ...reading,
    async *read() {
      for await (const batch of reading.read()) {
        next ??= reading.pageOf(batch).cursor;
        yield batch;
      }
    },
  };
  for await (const change of readItems<{ readonly list: string; readonly op: string; readonly id: string }>(watched))
    changes.push(change);
  return { changes, cursor: next as string };
}

const accountOf = async ({ domain }: Opened, key: string) => (await domain.accounts.byKey(key)).id;

/** Returns the data of an account, without its number in this database. */
async function shown({ database }: Opened, account: AccountId): Promise<unknown> {
  const { trail: _, ...all } = (await served(database.storage, account)) as { readonly trail: unknown };
  const withoutNumber = (name: string, value: unknown) => (name === "account" && typeof value === "number" ? 0 : value);
  return JSON.parse(JSON.stringify({ ...all, account: 0 }, withoutNumber)) as unknown;
}

async function movesWhole(from: string, to: string): Promise<void> {
  const source = await open(from);
  const { token } = await fill(source, ["first", "acme"]);
  const account = await accountOf(source, "acme");
  const before = await shown(source, account);
  const copied = await changesSince(source, account);
  const [moved] = await move(from, to, "acme");
  expect(moved).toMatchObject({ key: "acme", tables: { reviews: { rows: 1 }, credentials: { rows: 2 } } });

  const target = await open(to);
  const there = await accountOf(target, "acme");
  expect(await shown(target, there)).toEqual(before);
  const { by, result } = await post(target, token, "8015550111");
  expect(await target.domain.submissions.status(by, String(result.id))).toMatchObject({ id: result.id });
  expect((await changesSince(target, there, copied.cursor)).changes).toEqual([]);
  await post(target, token, "8015550112");
  const since = await changesSince(target, there, copied.cursor);
  expect(since.changes.map(({ list, op }) => [list, op])).toEqual([["conversions", "upsert"]]);

  const trails = [await readTrail(source.database.storage, account), await readTrail(target.database.storage, there)];
  for (const [index, trail] of trails.entries())
    expect(trail.filter(({ action }) => action === "move_account")).toMatchObject([
      { actor: "operator", subject: expect.stringMatching(index === 0 ? /^to / : /^from /) as unknown },
    ]);
  await expect(source.domain.access.authenticate("submissions", token)).rejects.toThrow();
}

describe("a move", () => {
  it("copies every table, or says why not", () => {
    const known = [...new Set([...ownTables, ...declaredTables.keys(), ...undeclaredTables, "migrations"])].sort();
    expect([...copiedInChunks, ...copiedLast, ...Object.keys(notMoved)].sort()).toEqual(known);
  });

  it("keeps lists, cursors and tokens from one file to another", async () => {
    await movesWhole(await newFile(), newUrl());
  });

  it("gives the account and its tokens other numbers if the target has them, and names them in the trail", async () => {
    const [from, to] = [await newFile(), await newFile()];
    await fill(await open(to), ["zenith"]);
    await movesWhole(from, to);
    const target = await open(to);
    const id = await accountOf(target, "acme");
    const tokens = (await target.domain.access.listTokens("acme")).map((token) => token.id);
    expect(tokens.every((token) => token > 2)).toBe(true);
    const trail = await readTrail(target.database.storage, id);
    expect(trail.filter(({ action }) => action === "create_token").map(({ subject }) => subject)).toEqual(
      tokens.map((token) => `token ${token}`),
    );
  });

  it("brings an account back after it was deleted where it came from", async () => {
    const [here, there] = [await newFile(), await newFile()];
    const source = await open(here);
    const { token } = await fill(source, ["acme"]);
    const account = await accountOf(source, "acme");
    const [before, copied] = [await shown(source, account), await changesSince(source, account)];
    await move(here, there);
    await expect(move(there, here)).rejects.toThrow("already has the key");
    await source.domain.accounts.remove("acme", { confirm: "acme" });
    const [moved] = await move(there, here);
    expect(moved?.newNumber).not.toBe(account);
    const back = await accountOf(source, "acme");
    expect(await shown(source, back)).toEqual(before);
    expect((await changesSince(source, back, copied.cursor)).changes).toEqual([]);
    expect((await post(source, token, "8015550111")).by.account).toBe(back);
  });

  it("can be given up by deleting what the target has, and begun again later", async () => {
    const [from, to] = [await newFile(), newUrl()];
    const source = await open(from);
    await fill(source, ["acme"]);
    const before = await shown(source, await accountOf(source, "acme"));
    const cutOff = move(from, to, "acme", (phase) => {
      if (phase === "verifying") throw new Error("cut off");
    });
    await expect(cutOff).rejects.toThrow("cut off");
    const { domain, database } = await open(to);
    const { key, rows } = await domain.accounts.remove("~acme", { confirm: "~acme" });
    expect(rows).toMatchObject({ reviews: 1 });
    expect(await database.storage.accounts.closed()).toMatchObject([{ key, name: "" }]);
    expect(await database.storage.accounts.byKey("~acme")).toBeUndefined();

    const [moved] = await move(from, to, "acme");
    expect(moved).toMatchObject({ key: "acme", tables: { reviews: { rows: 1 } } });
    expect(await shown({ domain, database }, await accountOf({ domain, database }, "acme"))).toEqual(before);
  });

  it("takes the messages of webhooks along, which only the target sends from then on", async () => {
    const [from, to] = [await newFile(), newUrl()];
    const source = await open(from);
    const { token } = await fill(source, ["first", "acme"]);
    const [webhookSender, clock] = [memoryWebhookSender(), stillClock()];
    const sending = ({ database }: Opened) =>
      createDomain({ ...memoryPorts(), ...typeormPorts(database), webhookSender, clock });
    const deliver = async ({ webhooks }: Domain) => [await webhooks.begin(), await webhooks.settle()][0];
    const account = await accountOf(source, "acme");
    const before = sending(source);
    const url = { url: "https://a.example/", lists: "conversions" };
    const { id } = await before.webhooks.create(account, { ...url, full: true });
    webhookSender.answer = () => ({ status: 500 });
    await post(source, token, "8015550117");
    expect(await deliver(before)).toBe(1);
    await move(from, to, "acme");
    clock.set((clock() + 86_400_000) as Instant);
    expect(await deliver(before)).toBe(0);
    const target = await open(to);
    const after = sending(target);
    webhookSender.answer = () => ({ status: 204 });
    expect(await deliver(after)).toBe(1);
    const [first, second] = webhookSender.messages;
    expect([second?.id, second?.body]).toEqual([first?.id, first?.body]);
    await post(target, token, "8015550118");
    expect([await deliver(after), await deliver(after)]).toEqual([1, 0]);
    const there = await accountOf(target, "acme");
    const { webhook, deliveries } = await after.webhooks.show(there, id);
    expect(webhook).toMatchObject({ state: "active", full: true });
    expect(deliveries.map(({ number, type, status }) => [number, type, status])).toEqual([
      [3, "changes", 204],
      [2, "changes", 204],
      [1, "changes", 500],
    ]);
  });

  it("moves all accounts, and continues with the accounts that were not moved", async () => {
    const [from, to] = [await newFile(), newUrl()];
    const source = await open(from);
    await fill(source, ["acme", "zenith", "young"]);
    expect(await check(from, to)).toMatchObject([{ key: "acme", rows: { reviews: 1 }, problem: null }, {}, {}]);
    await move(from, to, "zenith");
    await expect(move(from, to, "zenith")).rejects.toThrow("was moved into another database");
    expect((await check(from, to)).map(({ key }) => key)).toEqual(["acme", "young"]);
    expect((await move(from, to)).map(({ key, number, newNumber }) => [key, newNumber - number])).toEqual([
      ["acme", 0],
      ["young", 0],
    ]);
    expect(await move(from, to)).toEqual([]);
  });

  it.each(["copying", "verifying", "comparing"])("starts again after it was cut off while %s", async (cutOff) => {
    const [from, to] = [await newFile(), newUrl()];
    const source = await open(from);
    const { token } = await fill(source, ["acme"]);
    const account = await accountOf(source, "acme");
    const failing = move(from, to, "acme", (phase, rows) => {
      if (phase === cutOff && rows > 40) throw new Error("cut off");
    });
    await expect(failing).rejects.toThrow("cut off");
    const target = await open(to);
    await expect(target.domain.accounts.byKey("acme")).rejects.toThrow("no account");
    expect(await target.domain.accounts.list()).toEqual([]);
    await expect(target.domain.access.authenticate("submissions", token)).rejects.toThrow();
    expect((await post(source, token, "8015550113")).result.status).toBe("accepted");
    const before = await shown(source, account);
    const [moved] = await move(from, to, "acme");
    expect(await shown(target, moved?.newNumber as AccountId)).toEqual(before);
  });

  it("refuses changes of the account while it is compared, and copies what has changed since", async () => {
    const [from, to] = [await newFile(), newUrl()];
    const source = await open(from);
    const { token } = await fill(source, ["acme", "zenith"]);
    const account = await accountOf(source, "zenith");
    const changes: Promise<string>[] = [];
    const attempt = async () => (await post(source, token, "8015550114")).result.status;
    // The target would not get the revocation, so the token would stay valid there.
    const [first] = await source.domain.access.listTokens("zenith");
    const revocation = () =>
      source.domain.access.changeToken(first?.id as never, "revoke").then(
        () => "revoked",
        (error: { readonly code: string }) => error.code,
      );
    const [moved] = await move(from, to, "zenith", (phase) => {
      if (phase !== "verifying" && changes.length < 1) changes.push(attempt());
      if (phase === "comparing" && changes.length < 2) changes.push(refusal(source, account), revocation());
    });
    expect(await Promise.all(changes)).toEqual(["accepted", "database_busy", "database_busy"]);
    const target = await open(to);
    const arrived = moved?.newNumber as AccountId;
    expect(moved?.tables["submissions"]).toMatchObject({ rows: 3 });
    expect((await changesSince(target, arrived)).changes).toEqual((await changesSince(source, account)).changes);
  });

  it("is completed if it was cut off after the target had opened the account", async () => {
    const [from, to] = [await newFile(), newUrl()];
    const source = await open(from);
    await fill(source, ["acme"]);
    await move(from, to);
    const account = await accountOf(source, "acme");
    const handingOver = `UPDATE watermarks SET frozen_until = ${Number.MAX_SAFE_INTEGER} WHERE account_id = $1`;
    await source.database.engine.write(account, (unit) => unit.run(handingOver, [account]));
    expect(await refusal(source, account)).toBe("database_busy");
    await source.domain.accounts.setDisabled("acme", false);
    expect(await move(from, to)).toMatchObject([{ key: "acme", newNumber: account }]);
    expect(await source.domain.accounts.byKey("acme")).toMatchObject({ disabled: true });
    expect(await move(from, to)).toEqual([]);
  });

  it("refuses an account whose tokens another account of the target has", async () => {
    const [from, to] = [await newFile(), await newFile()];
    const [source, target] = [await open(from), await open(to)];
    await fill(source, ["acme"]);
    await target.domain.accounts.create({ key: "zenith", name: "Zenith" });
    const [token] = await source.database.engine.latest.query("SELECT * FROM credentials", []);
    await target.database.engine.write("directory", (unit) =>
      unit.run(
        `INSERT INTO credentials (id, account_id, kind, name, hash, created_at, disabled, revoked)
          VALUES (1, 1, 'api-token', 'copied', $1, 0, false, false)`,
        [token?.["hash"] as string],
      ),
    );
    const problem = { code: "ids_taken" };
    expect(await check(from, to)).toMatchObject([{ problem }]);
    await expect(move(from, to)).rejects.toMatchObject(problem);
    await expect(move(from, to, "young")).rejects.toMatchObject({ code: "account_not_found" });
  });
});

/** Returns the error code of a unit of work on an account. */
async function refusal({ database }: Opened, account: AccountId): Promise<string> {
  const refused = await database.storage.transact(account, async () => undefined).catch((error: unknown) => error);
  return (refused as { readonly code: string }).code;
}

describeOnPostgres("a move between engines", () => {
  let own: TestDatabase;
  beforeEach(async () => {
    own = await testDatabase();
  });
  afterEach(async () => {
    await Promise.all(opened.map((database) => database.close()));
    await own.drop();
  });

  it("keeps lists, cursors and tokens into PostgreSQL and back", async () => {
    const [first, last] = [await newFile(), newUrl()];
    await movesWhole(first, own.url);
    const server = await open(own.url);
    const account = await accountOf(server, "acme");
    const [before, copied] = [await shown(server, account), await changesSince(server, account)];
    const [moved] = await move(own.url, last);
    const back = await open(last);
    expect(await shown(back, account)).toEqual(before);
    expect((await changesSince(back, account, copied.cursor)).changes).toEqual([]);
    expect(moved?.tables["feed"]?.rows).toBeGreaterThan(10);
  });
});
