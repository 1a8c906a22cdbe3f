import { tokenKinds } from "@repute/domain";
import type { ColumnKind, RawRow, Session } from "../engine.js";
import { emptied } from "../stores/account-store.js";
import { lookUpTables } from "../tables/accounts.js";
import type { Column } from "../tables/columns.js";

/** Tables of which a move copies no rows, with the reason. */
export const notMoved: Readonly<Record<string, string>> = {
  accounts: "the target adds the account under its own number",
  audit_retention: "has rows only during a deletion",
  epochs: "the target saves the epoch, with the origin of the new row",
  feed_segments: "can be created again at any time",
  jobs: "has no data of accounts",
  migrations: "has no data of accounts",
  list_counts: "can be created again at any time",
  outcome_spans: "can be created again at any time",
  watermarks: "the target adds the row when it opens the account",
};

/** Tables with few rows that change outside of units of work on the account. */
const alwaysChanging: readonly string[] = ["audit_failures", "sources", "assertions"];

/** Tables that a move copies, in an order in which rows follow the rows that they refer to. */
const all = [...["credentials", "clients", "audit", "audit_failures"], ...[...emptied].reverse()].filter(
  (table) => !Object.hasOwn(notMoved, table),
);

/**
 * Tables that are copied whole when the target opens the account. Most of them are read before the account is known, so
 * nobody finds an account that is not complete.
 */
export const copiedLast: readonly string[] = all.filter(
  (table) => lookUpTables.includes(table) || alwaysChanging.includes(table),
);

/** Tables that are copied in chunks while the account is in use. */
export const copiedInChunks: readonly string[] = all.filter((table) => !copiedLast.includes(table));

/** Values of a row in the order of the columns, in a form that both engines share. Flags are 0 and 1. */
export type MovedRow = readonly (string | number | null | Uint8Array)[];

/** Table with its columns. */
export type MovedTable = {
  readonly name: string;
  readonly columns: readonly Pick<Column, "name" | "kind">[];
  /** Columns of the primary key. */
  readonly primaryKey: readonly string[];
  /** Columns that identify a row of an account: the primary key without the account. */
  readonly keys: readonly string[];
};

/** Returns the tables with the columns that a database has for them. */
export async function describeTables(
  { query, dialect }: Session,
  names: readonly string[],
): Promise<readonly MovedTable[]> {
  const kinds = new Map(Object.entries(dialect.types).map(([kind, type]) => [type, kind as ColumnKind]));
  // On SQLite, flags are integers.
  kinds.set(dialect.types.integer, "integer");
  const tables: MovedTable[] = [];
  for (const name of names) {
    const columns = (await query(dialect.columnsOf, [name])).map((row) => ({
      name: row["name"] as string,
      kind: kinds.get(row["type"] as string) as ColumnKind,
      place: Number(row["place"]),
    }));
    const inKey = columns.filter((column) => column.place > 0).sort((a, b) => a.place - b.place);
    const primaryKey = inKey.map((column) => column.name);
    tables.push({ name, columns, primaryKey, keys: primaryKey.filter((column) => column !== "account_id") });
  }
  return tables;
}

/** Numbers of an account and of its tokens in the target, by their numbers in the source. */
export type Numbers = { readonly account: number; readonly tokens: ReadonlyMap<number, number> };

/** Converts rows of the source to rows of the target, where the account and its tokens can have other numbers. */
export function rowsForTarget(
  { name, columns }: MovedTable,
  numbers: Numbers,
): (rows: readonly RawRow[]) => readonly MovedRow[] {
  const isSame = [...numbers.tokens].every(([before, after]) => before === after);
  const change = isSame ? undefined : changes[name];
  const numberOf: NumberOf = (token) => numbers.tokens.get(token) ?? token;
  const names = columns.map((column) => column.name);
  const account = names.indexOf("account_id");
  return (rows) =>
    rows.map((raw) => {
      const row = change ? { ...raw, ...change(raw, numberOf) } : raw;
      const values: MovedRow[number][] = [];
      for (const column of names) {
        const value = row[column];
        values.push(typeof value === "boolean" ? Number(value) : (value as MovedRow[number]));
      }
      if (account >= 0) values[account] = numbers.account;
      return values;
    });
}

type NumberOf = (token: number) => number;

const isToken = (kind: unknown): boolean => tokenKinds.some((one) => one === kind);

const actorOf = (row: RawRow, numberOf: NumberOf): RawRow =>
  isToken(row["actor"]) ? { actor_id: String(numberOf(Number(row["actor_id"]))) } : {};

/** Columns that contain the number of a token. */
const changes: Readonly<Record<string, (row: RawRow, numberOf: NumberOf) => RawRow>> = {
  credentials: ({ id }, numberOf) => ({ id: numberOf(id as number) }),
  audit: (row, numberOf) => ({
    ...actorOf(row, numberOf),
    subject: subjectOf(row["subject"] as string | null, numberOf),
  }),
  audit_failures: actorOf,
  submissions: ({ posted_by: poster }, numberOf) => ({ posted_by: posterOf(poster as string | null, numberOf) }),
  uploads({ sender }, numberOf) {
    const { id, ...who } = JSON.parse(sender as string) as { readonly kind: string; readonly id: number };
    return { sender: JSON.stringify({ ...who, id: isToken(who.kind) ? numberOf(id) : id }) };
  },
};

const subjectOf = (subject: string | null, numberOf: NumberOf): string | null =>
  subject?.replace(/^token (\d+)$/, (_, token) => `token ${numberOf(Number(token))}`) ?? null;

function posterOf(poster: string | null, numberOf: NumberOf): string | null {
  const [kind, token] = poster?.split(" ") ?? [];
  return isToken(kind) ? `${kind} ${numberOf(Number(token))}` : poster;
}
