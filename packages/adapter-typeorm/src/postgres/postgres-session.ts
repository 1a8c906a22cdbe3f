import type { ClientBase, QueryConfig } from "pg";
import type { ColumnKind } from "../engine/dialect.js";
import type { Insertion, Session, Value } from "../engine/session.js";
import { namesOf } from "../tables/columns.js";
import { postgresDialect } from "./postgres-dialect.js";
import { isKeyTaken, postgresFailure } from "./postgres-failure.js";
import { type Behind, behind } from "./wire/behind.js";
import { freshPlans } from "./wire/fresh-plans.js";
import { inOnePacket } from "./wire/one-packet.js";
import { nameOf } from "./wire/statement-names.js";
import type { Trace } from "./wire/trace.js";
import { valueArray } from "./wire/value-array.js";

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
  return {
    dialect: postgresDialect,
    // If no insert is pending, send the query before this function returns. The caller may then block the event loop.
    async query(sql, values = []) {
      if (!puts.isDone()) await puts.done();
      return (await execute(sql, values)).rows;
    },
    async run(sql, values = []) {
      await puts.done();
      return write(sql, values);
    },
    // Insert any number of rows in one round trip.
    async insert(insertion, rows) {
      await puts.done();
      return write(insertionOf(insertion), arraysOf(insertion, rows));
    },
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

const prepared = (text: string, values: readonly Value[]): QueryConfig => ({
  name: nameOf(text),
  text,
  values: [...values],
});
