import { hash } from "node:crypto";
import type { AccountId } from "@repute/domain";
import type { Insertion, RawRow, Session, Value } from "../engine.js";
import { namesOf, quoted } from "../tables/columns.js";
import type { MovedRow, MovedTable } from "./moved-tables.js";

/** Values of the key columns of a row. */
type Key = readonly Value[];

/** Rows of a table whose keys are after `after`, up to and including `upTo`. Without a bound, the rows up to the end. */
export type Range = { readonly after?: Key | undefined; readonly upTo?: Key | undefined };

/** Range whose rows have been copied. `digest` is the checksum of the rows, and `max` a bound of their number. */
export type Chunk = Range & { readonly max: number; readonly rows: number; readonly digest: string };

/** Range that has not been copied yet. */
export const toCopy = (range: Range = {}): Chunk => ({ ...range, max: 4, rows: 0, digest: "" });

/** Reads up to `limit` rows of a range, in the order of their keys. */
export type ReadRows = (range: Range, limit?: number) => Promise<readonly MovedRow[]>;

const targetSize = 1_000_000;
const maxRows = 4_096;

type Scanned = { readonly chunk: Chunk; readonly rows: readonly MovedRow[]; readonly isChanged: boolean };

/**
 * Reads ranges in chunks. Reports a chunk as changed if its rows differ from the rows that were read before.
 * A chunk has about a megabyte, so that memory does not grow with the table.
 */
export async function* scan(
  table: MovedTable,
  read: ReadRows,
  chunks: readonly Chunk[],
): AsyncGenerator<Scanned, void> {
  const places = table.keys.map((key) => table.columns.findIndex(({ name }) => name === key));
  for (const { upTo, ...known } of chunks) {
    // Twice as many rows as before fit into a chunk. Further rows become another chunk.
    let [after, max, isLast] = [known.after, 2 * known.max, false];
    while (!isLast) {
      const rows = await read({ after, upTo }, max);
      isLast = rows.length < max || places.length === 0;
      const end = isLast ? upTo : places.map((place) => rows.at(-1)?.[place] as Value);
      const { digest, size } = digestOf(table, rows);
      const chunk = { after, upTo: end, max: known.digest === "" ? max : known.max, rows: rows.length, digest };
      yield { chunk, rows, isChanged: digest !== known.digest };
      [after, max] = [end, nextMax(max, size)];
    }
  }
}

/** Returns the maximum number of rows of the next chunk. Powers of two lead to few different statements. */
function nextMax(max: number, size: number): number {
  if (size > 2 * targetSize && max > 1) return max / 2;
  return 2 * size < targetSize && max < maxRows ? 2 * max : max;
}

/** Returns the checksum of rows, and the number of characters in them. Equal rows have equal checksums on both engines. */
export function digestOf(
  { columns }: MovedTable,
  rows: readonly MovedRow[],
): { readonly digest: string; readonly size: number } {
  const hasBytes = columns.some(({ kind }) => kind === "bytes");
  const text = JSON.stringify(hasBytes ? rows.map((row) => row.map(textOfBytes)) : rows);
  return { digest: hash("sha256", text, "hex"), size: text.length };
}

const textOfBytes = (value: MovedRow[number]): string | number | null =>
  value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.length).toString("latin1") : value;

/** Returns the checksum of all chunks of a table. */
export const digestOfChunks = (chunks: readonly Chunk[]): string =>
  hash("sha256", chunks.map(({ digest }) => digest).join(" "), "hex");

/** Selects the rows of an account in a range. */
export async function select(
  { query }: Session,
  account: AccountId,
  { name, columns, keys }: MovedTable,
  range: Range,
  limit?: number,
): Promise<RawRow[]> {
  const { condition, values } = within(keys, account, range);
  const order = keys.length > 0 ? ` ORDER BY ${keys.map(quoted).join(", ")}` : "";
  const upTo = limit === undefined ? "" : ` LIMIT ${limit}`;
  return query(`SELECT ${namesOf(columns)} FROM ${quoted(name)} WHERE ${condition}${order}${upTo}`, values);
}

export async function remove(
  unit: Session,
  account: AccountId,
  { name, keys }: MovedTable,
  range: Range,
): Promise<void> {
  const { condition, values } = within(keys, account, range);
  await unit.run(`DELETE FROM ${quoted(name)} WHERE ${condition}`, values);
}

function within(keys: readonly string[], account: AccountId, { after, upTo }: Range) {
  const values: Value[] = [account];
  const row = `(${keys.map(quoted).join(", ")})`;
  const bound = (key: Key) => `(${key.map((value) => `$${values.push(value)}`).join(", ")})`;
  const bounds = [after && ` AND ${row} > ${bound(after)}`, upTo && ` AND ${row} <= ${bound(upTo)}`];
  return { condition: `account_id = $1${bounds.join("")}`, values };
}

/** Inserts rows. `action` is the clause for rows whose key exists. */
export async function insert(unit: Session, table: MovedTable, rows: readonly MovedRow[], action = ""): Promise<void> {
  if (rows.length === 0) return;
  const { name, columns } = table;
  const insertion: Insertion = { table: quoted(name), columns, action };
  await unit.put(insertion, rows);
}
