import {
  type Account,
  accountKeyTaken,
  type AccountId,
  byOperator,
  conflict,
  type DomainError,
  type Instant,
  isDomainError,
} from "@repute/domain";
import { databaseName, type TableDatabase } from "../database.js";
import type { Session } from "../engine.js";
import { nextId } from "../stores/account-store.js";
import { putOnRecord } from "../stores/audit-store.js";
import { epochStore } from "../stores/feed-changes.js";
import { accountTable, credentialTable, moved, watermarkTable } from "../tables/accounts.js";
import { quoted } from "../tables/columns.js";
import {
  appendOnly,
  copierOf,
  countRows,
  type Move,
  type MovedRows,
  notVerified,
  type Side,
} from "./account-copier.js";
import { digestOf, digestOfChunks, insert, type ReadRows, scan, select, toCopy } from "./chunks.js";
import {
  copiedInChunks,
  copiedLast,
  describeTables,
  type MovedRow,
  type MovedTable,
  type Numbers,
  rowsForTarget,
} from "./moved-tables.js";

export type MovedAccount = {
  readonly key: string;
  /** Numbers of the account in the source and in the target. */
  readonly number: number;
  readonly newNumber: number;
  readonly tables: MovedRows;
  /** Time for which the account could not be changed, in milliseconds. */
  readonly frozen: number;
};

/** Value of `frozenUntil` while the target opens the account. */
const handingOver = Number.MAX_SAFE_INTEGER;

/** Time for which an account stays frozen after a move was killed, in milliseconds. */
const lease = 20_000;

/** Key of an account in the target until it is complete. Like the key of a closed account, it finds no account. */
const arrivingKey = (key: string): string => `~${key}`;

/**
 * Moves an account into another database. The source serves the account until the end, and refuses changes while the
 * rows are compared that changed since they were copied. A move that was interrupted starts again, or is completed if
 * the target has opened the account.
 */
export async function moveAccount(move: Move): Promise<MovedAccount> {
  const { source, target, account } = move;
  if ((await frozenUntil(source, account.id)) === handingOver) {
    const arrived = await arrivedAs(move);
    if (arrived) {
      await release(move, arrived, 0 as Instant);
      return { ...ofBoth(account, arrived), tables: {}, frozen: 0 };
    }
    await setFrozen(source, account.id, handingOver, 0);
  }
  await requireMovable(move);
  const beganAt = source.clock();
  const { numbers, isLeftOver } = await reserve(move);
  const id = numbers.account as AccountId;
  if (isLeftOver) for await (const _ of target.storage.accounts.empty(id));
  const tables = await describeTables(target.engine.latest, copiedInChunks);
  const counts = await countRows(source, account.id);
  const copier = copierOf(
    move,
    tables,
    copiedInChunks.reduce((sum, table) => sum + (counts[table] ?? 0), 0),
  );
  await copier.copyAll(beganAt, numbers);
  await copier.verifyAll(numbers);

  const frost = await freeze(source, account.id);
  const [frozenAt, comparedAt] = [performance.now(), source.clock()];
  try {
    const current = (await reserve(move)).numbers;
    await requireNoUploads(move);
    await copier.copyChanged(current, frost.renew);
    await frost.handOver();
    const whole = await openAccount(move, current);
    const frozen = performance.now() - frozenAt;
    await release(move, id, comparedAt);
    return { ...ofBoth(account, id), tables: { ...copier.result(), ...whole }, frozen };
  } catch (error) {
    // If it is unknown whether the target has opened the account, the next move finds out.
    if (!(isDomainError(error) && error.code === "commit_unknown")) await frost.end();
    throw error;
  }
}

const ofBoth = ({ key, id }: Account, newNumber: number) => ({ key, number: id, newNumber });

/** Throws if the source must not give the account away, or if the target cannot take it. */
export async function requireMovable(move: Move): Promise<void> {
  const { source, target, account } = move;
  if (await isMoved(source, account)) throw movedBefore(account.key);
  const until = await frozenUntil(source, account.id);
  if (until > source.clock())
    throw conflict(
      "move_running",
      `account ${account.key} is being moved, or its move was killed less than 20 seconds ago`,
    );
  if (await target.storage.accounts.byKey(account.key)) throw accountKeyTaken(account.key);
  await requireNoUploads(move);
  await requireFreeIds(move);
}

/** Returns true if an account was moved into another database, and has not been enabled since. */
export const isMoved = async (source: TableDatabase, { id, disabled }: Account): Promise<boolean> =>
  disabled && (await frozenUntil(source, id)) === moved;

const movedBefore = (key: string): DomainError =>
  conflict(
    "account_moved",
    `account ${key} was moved into another database; to move it again from here, enable it first`,
  );

/** Throws if files that were sent over HTTP wait for their load, because they are in the folder of the source's server. */
async function requireNoUploads({ source, account }: Move): Promise<void> {
  const waiting = await source.engine.latest.query("SELECT 1 FROM waiting_uploads WHERE account_id = $1", [account.id]);
  if (waiting.length > 0)
    throw conflict(
      "loads_unfinished",
      `${waiting.length} files that were sent over HTTP wait for their load; see \`repute loads list\``,
    );
}

/** Tables whose keys are unique in the whole database. */
const globalKeys = { credentials: "hash", clients: "client_id", widget_ids: "id", tracker_ids: "id" } as const;

/** Throws if the target has a token, client, widget or tracker of the account in an account with another key. */
async function requireFreeIds({ source, target, account }: Move): Promise<void> {
  for (const [table, key] of Object.entries(globalKeys)) {
    const rows = await source.engine.latest.query(`SELECT ${key} AS id FROM ${table} WHERE account_id = $1`, [
      account.id,
    ]);
    for (const row of rows) {
      const sql = `SELECT 1 FROM ${table} t JOIN accounts a ON a.id = t.account_id WHERE t.${key} = $1 AND a.key NOT LIKE '%~%'`;
      if ((await target.engine.latest.query(sql, [row["id"] as string])).length > 0) throw idsTaken(table);
    }
  }
}

const idsTaken = (table: string) =>
  conflict("ids_taken", `the target has rows of the account's ${table} in another account`);

/** Adds the account to the target under a key that finds no account, with the numbers of its tokens. */
async function reserve({
  source,
  target,
  account,
}: Move): Promise<{ readonly numbers: Numbers; readonly isLeftOver: boolean }> {
  const tokens = await source.engine.latest.query("SELECT * FROM credentials WHERE account_id = $1 ORDER BY id", [
    account.id,
  ]);
  return target.engine.write("directory", async (unit) => {
    const key = arrivingKey(account.key);
    const [leftOver] = await accountTable.find(unit, "key = $1", [key]);
    const id = leftOver?.id ?? ((await freeId(unit, accountTable.name, account.id)) as AccountId);
    if (!leftOver) await accountTable.insert(unit, { ...account, id, key, disabled: true });
    const numbers = new Map<number, number>();
    for (const row of tokens) {
      const hash = row["hash"] as string;
      await unit.run(`UPDATE credentials SET hash = hash || '~' || id WHERE hash = $1 AND ${ofClosed}`, [hash]);
      const [known] = await unit.query("SELECT id, account_id FROM credentials WHERE hash = $1", [hash]);
      if (known && known["account_id"] !== id) throw idsTaken("credentials");
      const number = (known?.["id"] as number | undefined) ?? (await freeId(unit, "credentials", row["id"] as number));
      numbers.set(row["id"] as number, number);
      const token = { ...credentialTable.fromRow(row), id: number as never, account: id };
      if (!known) await credentialTable.insert(unit, { ...token, hash });
    }
    return { numbers: { account: id, tokens: numbers }, isLeftOver: leftOver !== undefined };
  });
}

/** Condition that a row belongs to a closed account. Its tokens and clients are only kept for its audit trail. */
const ofClosed = "account_id IN (SELECT id FROM accounts WHERE key LIKE '%_~%')";

/** Returns a number that is free in a table, if possible the same as in the source. */
async function freeId(unit: Session, table: string, id: number): Promise<number> {
  const [taken] = await unit.query(`SELECT 1 FROM ${table} WHERE id = $1`, [id]);
  return taken ? nextId(unit, { name: table }) : id;
}

async function frozenUntil({ engine }: TableDatabase, account: AccountId): Promise<number> {
  const [row] = await engine.latest.query("SELECT frozen_until AS until FROM watermarks WHERE account_id = $1", [
    account,
  ]);
  return Number(row?.["until"] ?? 0);
}

/** Changes `frozenUntil`. Throws if it is not `before`, because another move has changed it. */
async function setFrozen({ engine }: Side, account: AccountId, before: number, after: number): Promise<void> {
  const sql = "UPDATE watermarks SET frozen_until = $3 WHERE account_id = $1 AND frozen_until = $2";
  if ((await engine.write(account, (unit) => unit.run(sql, [account, before, after]))) === 1) return;
  throw conflict("move_running", "another move of the account is running");
}

/** Refuses units of work on the account until it is handed over, or for 20 seconds if this process is killed. */
async function freeze(source: Side, account: AccountId) {
  let until = await frozenUntil(source, account);
  async function set(next: number): Promise<void> {
    await setFrozen(source, account, until, next);
    until = next;
  }
  await set(source.clock() + lease);
  return {
    /** Extends the time before it ends. Throws if it has ended. */
    async renew(): Promise<void> {
      const left = until - source.clock();
      if (left < lease / 4)
        throw conflict("move_interrupted", "the move was interrupted for too long; run the command again");
      if (left < lease / 2) await set(source.clock() + lease);
    },
    async handOver(): Promise<void> {
      await this.renew();
      await set(handingOver);
    },
    end: () => set(0),
  };
}

/** Copies the last tables, and gives the account its key, in one transaction. */
async function openAccount({ source, target, account, operator }: Move, numbers: Numbers): Promise<MovedRows> {
  const id = numbers.account as AccountId;
  const tables = await describeTables(target.engine.latest, copiedLast);
  const { rows, watermark, epoch } = await source.engine.read(account.id, async (session) => ({
    rows: await Promise.all(tables.map((table) => select(session, account.id, table, {}))),
    watermark: (await watermarkTable.find(session, "account_id = $1", [account.id]))[0],
    epoch: await epochStore(session).of(account.id),
  }));
  // An operator may have disabled the account since the move began.
  const disabled = (await source.storage.accounts.byKey(account.key))?.disabled ?? true;
  if (!watermark) throw notVerified("watermarks");
  const result: Record<string, MovedRows[string]> = {};
  const record = byOperator(
    { at: target.clock(), action: "move_account", subject: `from ${databaseName(source.url)}` },
    { operator },
  );
  await target.engine.write("directory", async (unit) => {
    await unit.enter(id);
    for (const [index, table] of tables.entries()) {
      const wanted = rowsForTarget(table, numbers)(rows[index] ?? []);
      result[table.name] = await placeAll(unit, id, table, wanted);
    }
    await putOnRecord(unit, id, [record]);
    if (epoch !== undefined) await epochStore(unit).save(id, epoch);
    await watermarkTable.insert(unit, id, { ...watermark, frozenUntil: 0 });
    await unit.run("UPDATE accounts SET key = $2, disabled = $3 WHERE id = $1", [id, account.key, disabled]);
  });
  return result;
}

/** Stores all rows of a table, and checks that the table has them. */
async function placeAll(
  unit: Session,
  id: AccountId,
  table: MovedTable,
  rows: readonly MovedRow[],
): Promise<MovedRows[string]> {
  const { name, primaryKey, columns } = table;
  if (name === "clients") {
    const sql = `UPDATE clients SET client_id = client_id || '~' || account_id WHERE client_id = $1 AND ${ofClosed}`;
    for (const [clientId] of rows) await unit.run(sql, [clientId as string]);
  }
  const others = columns
    .map((column) => column.name)
    .filter((one) => one !== "account_id" && !primaryKey.includes(one));
  const changes = others.map((one) => `${quoted(one)} = excluded.${quoted(one)}`).join(", ");
  const isGrown = name === "audit_failures" ? " AND audit_failures.failures < excluded.failures" : "";
  const update = `UPDATE SET ${changes} WHERE ${name}.account_id = excluded.account_id${isGrown}`;
  const conflicts = `ON CONFLICT (${primaryKey.map(quoted).join(", ")}) DO ${others.length > 0 ? update : "NOTHING"}`;
  await insert(unit, table, rows, conflicts);
  const unchanged = rowsForTarget(table, { account: id, tokens: new Map() });
  const digests = (some: readonly MovedRow[]) => some.map((row) => digestOf(table, [row]).digest).sort();
  const there = new Set(digests(unchanged(await select(unit, id, table, {}))));
  const wanted = digests(rows);
  if (!wanted.every((digest) => there.has(digest))) throw notVerified(name);
  return { rows: rows.length, checksum: digestOfChunks(wanted.map((digest) => ({ ...toCopy(), digest }))) };
}

/** Returns the number of the account in the target, if the target has opened it. */
async function arrivedAs({ source, target, account }: Move): Promise<AccountId | undefined> {
  const found = await target.storage.accounts.byKey(account.key);
  if (!found) return undefined;
  const keyOf = ({ storage }: Side, id: AccountId) => storage.read(id, ({ cursorKeys }) => cursorKeys.of(id));
  const isSame = (await keyOf(source, account.id)) === (await keyOf(target, found.id));
  return isSame ? found.id : undefined;
}

/**
 * Disables the account in the source, where its change cursors end. Then copies the audit records of requests that the
 * source has answered since a time.
 */
async function release({ source, target, account, operator }: Move, id: AccountId, since: Instant): Promise<void> {
  const subject = `to ${databaseName(target.url)}`;
  const record = byOperator({ at: source.clock(), action: "move_account", subject }, { operator });
  await source.engine.write("directory", async (unit) => {
    await putOnRecord(unit, account.id, [record]);
    await unit.run("UPDATE accounts SET disabled = $2 WHERE id = $1", [account.id, true]);
    await unit.run("DELETE FROM epochs WHERE account_id = $1", [account.id]);
    await unit.run("UPDATE watermarks SET frozen_until = $2 WHERE account_id = $1", [account.id, moved]);
  });
  const [trail] = await describeTables(target.engine.latest, [appendOnly]);
  if (!trail) return;
  const change = rowsForTarget(trail, { account: id, tokens: await tokensOf(source, target, account) });
  const read: ReadRows = async (range, limit) =>
    change(await source.engine.read(account.id, (session) => select(session, account.id, trail, range, limit)));
  for await (const { rows } of scan(trail, read, [toCopy({ after: [since - lease, ""] })])) {
    const answered = rows.filter((row) => !row.includes(record.action));
    await target.engine.write(id, (unit) => insert(unit, trail, answered, "ON CONFLICT DO NOTHING"));
  }
}

/** Returns the numbers of the account's tokens in the target, by their numbers in the source. */
async function tokensOf(source: Side, target: Side, { id }: Account): Promise<ReadonlyMap<number, number>> {
  const numbers = new Map<number, number>();
  for (const { id: number, hash } of await source.engine.latest.query(
    "SELECT id, hash FROM credentials WHERE account_id = $1",
    [id],
  )) {
    const [found] = await target.engine.latest.query("SELECT id FROM credentials WHERE hash = $1", [hash as string]);
    numbers.set(number as number, (found?.["id"] ?? number) as number);
  }
  return numbers;
}
