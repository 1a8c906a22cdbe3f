import { type ClientBase, type Connection, type QueryConfig, types } from "pg";
import type { ColumnKind, Insertion, Session, Value } from "../engine.js";
import { namesOf } from "../tables/columns.js";
import { nameOf } from "./list-portal.js";
import { postgresDialect } from "./postgres-dialect.js";
import { isKeyTaken, postgresFailure } from "./postgres-failure.js";

/** Callback for each SQL statement with its values. Used only in tests. */
export type Trace = (sql: string, values: readonly unknown[]) => void;

/** Returns the session of a connection. Its `settle` method waits for inserts that are still running. */
export function postgresSession(client: ClientBase, trace?: Trace): Session & Pick<Behind, "settle"> {
  const puts = behind();
  async function execute(sql: string, values: readonly Value[]) {
    trace?.(sql, values);
    inOnePacket(client);
    try {
      return await client.query<Record<string, unknown>>(prepared(sql, values));
    } catch (error) {
      throw postgresFailure(error);
    }
  }
  const wrote = freshPlans(client);
  async function write(sql: string, values: readonly Value[]): Promise<number> {
    const { rowCount } = await execute(sql, values);
    await wrote(sql, rowCount ?? 0);
    return rowCount ?? 0;
  }
  /** Throws the error of an earlier insert instead of its consequence, that the transaction is aborted. */
  async function afterPuts<T>(result: Promise<T>): Promise<T> {
    try {
      return await result;
    } catch (error) {
      await puts.done();
      throw error;
    }
  }
  return {
    dialect: postgresDialect,
    // Send each statement before these functions return, because the server runs it after the inserts that are still
    // pending. The caller may then block the event loop.
    query: async (sql, values = []) => (await afterPuts(execute(sql, values))).rows,
    run: (sql, values = []) => afterPuts(write(sql, values)),
    // Insert any number of rows in one round trip.
    insert: (insertion, rows) => afterPuts(write(insertionOf(insertion), arraysOf(insertion, rows))),
    // Encode the rows before waiting, so that the server can store them while the caller prepares more rows.
    async put(insertion, rows) {
      const values = arraysOf(insertion, rows);
      await puts.begin(() => write(insertionOf(insertion), values));
    },
    settle: puts.settle,
    async attempt(work) {
      await puts.done();
      await client.query("SAVEPOINT attempt");
      try {
        await work();
        await puts.done();
      } catch (error) {
        await puts.settle().catch(() => {});
        if (!isKeyTaken(error)) throw error;
        await client.query("ROLLBACK TO SAVEPOINT attempt");
        return false;
      }
      await client.query("RELEASE SAVEPOINT attempt");
      return true;
    },
    withSecond: (work) => work(undefined),
    async enter(account) {
      await puts.done();
      await execute("SELECT set_config('app.account_id', $1, true)", [String(account)]);
    },
  };
}

const prepared = (text: string, values: readonly Value[]): QueryConfig => ({
  name: nameOf(text),
  text,
  values: [...values],
});

/**
 * Returns an INSERT that expands each column with a separate `unnest` call.
 * A single table function for all columns would make PostgreSQL store each row one additional time.
 */
function insertionOf({ table, columns, action }: Insertion): string {
  const members = columns.map(({ kind }, index) => `unnest($${index + 1}::${arrayTypes[kind]}[])`);
  return `INSERT INTO ${table} (${namesOf(columns)}) SELECT ${members.join(", ")} ${action}`;
}

const arrayTypes = {
  integer: "bigint",
  real: "double precision",
  text: "text",
  flag: "boolean",
  bytes: "bytea",
} as const satisfies Record<ColumnKind, string>;

const arraysOf = ({ columns }: Insertion, rows: readonly (readonly Value[])[]): readonly Value[] =>
  columns.map(({ kind }, index) => valueArray(kind, rows, index));

/**
 * Queue for jobs that run in the background. Jobs start in order of arrival. After a failure, no further job starts.
 */
export type Behind = {
  /** Adds a job to the queue. Throws the error of an earlier job, if any. */
  begin(work: () => Promise<unknown>): Promise<void>;
  /** Returns true if no job is pending and no job has failed. */
  isDone(): boolean;
  /** Waits for all jobs. Throws the first error. */
  done(): Promise<void>;
  /** Waits for all jobs. Throws the first error and then clears it. */
  settle(): Promise<void>;
};

/** Maximum number of pending jobs. A caller that adds a further job waits for the oldest job. */
const maxPending = 4;

export function behind(): Behind {
  const waiting: Promise<void>[] = [];
  let failed: { readonly error: unknown } | undefined;

  async function attempt(before: Promise<void> | undefined, work: () => Promise<unknown>): Promise<void> {
    // Report only the first failure, because it causes the later failures.
    const ended = work().then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    await before;
    const failure = await ended;
    failed ??= failure;
    waiting.shift();
  }

  async function done(): Promise<void> {
    await waiting.at(-1);
    if (failed) throw failed.error;
  }

  return {
    async begin(work) {
      while (waiting.length >= maxPending) await waiting[0];
      if (failed) throw failed.error;
      waiting.push(attempt(waiting.at(-1), work));
    },
    isDone: () => waiting.length === 0 && !failed,
    done,
    settle: () => done().finally(() => (failed = undefined)),
  };
}

/**
 * Sends all statements of the current event loop turn in one packet.
 * The server process wakes up for each packet, so fewer packets save time.
 */
export function inOnePacket(client: ClientBase): void {
  // The type definitions of the driver do not declare the property `connection`.
  const { stream } = (client as unknown as { readonly connection: Connection }).connection;
  if (stream.writableCorked > 0) return;
  stream.cork();
  // Wait until all pending promise callbacks have run.
  queueMicrotask(() => process.nextTick(() => stream.uncork()));
}

/** Number of written rows. Below it, every query plan is fast enough. */
const firstDue = 200;

/** Callback that receives the number of rows that a statement has written. */
type Wrote = (sql: string, rows: number) => Promise<void>;

const countedClients = new WeakMap<ClientBase, Wrote>();

/**
 * Discards a connection's cached query plans each time the number of rows written by a statement doubles.
 * PostgreSQL plans a statement only once, and a plan for ten rows may scan a table with ten thousand rows.
 * Each connection keeps its row counts when a unit of work ends.
 */
export function freshPlans(client: ClientBase): Wrote {
  const wrote = countedClients.get(client) ?? counting(client);
  countedClients.set(client, wrote);
  return wrote;
}

function counting(client: ClientBase): Wrote {
  const tables = new Map<string, { written: number; due: number }>();
  return async (sql, rows) => {
    const table = tables.get(sql) ?? { written: 0, due: firstDue };
    tables.set(sql, table);
    table.written += rows;
    if (table.written < table.due) return;
    table.due = 2 * table.written;
    try {
      await client.query("DISCARD PLANS");
    } catch (error) {
      // Ignore this error. It only follows from an error of an earlier statement, which is reported.
      if (!isInFailedTransaction(error)) throw error;
    }
  };
}

const isInFailedTransaction = (error: unknown): boolean => (error as { readonly code?: unknown }).code === "25P02";

/** PostgreSQL type OID for each kind of column. */
const typeIds = { integer: 20, real: 701, flag: 16, text: 25, bytes: 17 } as const satisfies Record<ColumnKind, number>;

const headerBytes = 20;

const lengthBytes = 4;

const lengthOfNull = -1;

/**
 * Encodes one column of all rows as a binary PostgreSQL array. This format needs no escaping and no JSON parsing.
 * Throws a `RangeError` for a fractional number in an integer column.
 */
export function valueArray(kind: ColumnKind, rows: readonly (readonly Value[])[], column: number): Buffer {
  const array = Buffer.allocUnsafe(headerBytes + maxArrayBytes(kind, rows, column));
  // A DataView writes numbers several times faster than the methods of Buffer.
  const view = new DataView(array.buffer, array.byteOffset, array.length);
  for (const [index, word] of [1, 1, typeIds[kind], rows.length, 1].entries()) view.setInt32(4 * index, word);
  let at = headerBytes;
  for (const row of rows) {
    const value = row[column] ?? null;
    const bytes = value === null ? lengthOfNull : writeValue({ array, view }, at + lengthBytes, kind, value);
    view.setInt32(at, bytes);
    at += lengthBytes + Math.max(bytes, 0);
  }
  return array.subarray(0, at);
}

function maxArrayBytes(kind: ColumnKind, rows: readonly (readonly Value[])[], column: number): number {
  let max = rows.length * (lengthBytes + 8);
  if (kind !== "text" && kind !== "bytes") return max;
  // A UTF-16 code unit takes at most three bytes in UTF-8, and a surrogate pair takes four.
  for (const row of rows) max += 3 * ((row[column] as string | Uint8Array | null)?.length ?? 0);
  return max;
}

type Target = { readonly array: Buffer; readonly view: DataView };

/** Writes a value into the array. Returns the length of the value in bytes. */
function writeValue({ array, view }: Target, at: number, kind: ColumnKind, value: Exclude<Value, null>): number {
  if (kind === "integer") return writeWhole(view, at, value as number);
  if (kind === "real") return (view.setFloat64(at, value as number), 8);
  if (kind === "flag") return (view.setUint8(at, Number(value)), 1);
  if (typeof value === "string") return writeText(array, at, value);
  array.set(value as Uint8Array, at);
  return (value as Uint8Array).length;
}

const half = 0x1_0000_0000;

function writeWhole(view: DataView, at: number, value: number): number {
  if (!Number.isSafeInteger(value)) throw new RangeError("A number to store is not an integer");
  const upper = Math.floor(value / half);
  view.setInt32(at, upper);
  view.setUint32(at + 4, value - upper * half);
  return 8;
}

/** Maximum string length for which a loop over ASCII characters is faster than `Buffer.write`. */
const shortText = 32;

function writeText(array: Buffer, at: number, text: string): number {
  if (text.length > shortText) return array.write(text, at);
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code > 127) return array.write(text, at);
    array[at + index] = code;
  }
  return text.length;
}

const int8 = 20;

/** Parsers for result values. They return bigint columns as numbers, although the driver's default is strings. */
export const valueTypes: { getTypeParser: typeof types.getTypeParser } = {
  getTypeParser: ((oid: number, format?: "text") =>
    oid === int8 ? safeInteger : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
};

function safeInteger(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value)) return value;
  throw new RangeError("A stored integer exceeds the safe integer range");
}
