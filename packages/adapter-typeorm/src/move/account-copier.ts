import { type Account, type AccountId, conflict, type Instant, type OperatorPort } from "@repute/domain";
import type { TableDatabase } from "../database.js";
import type { Session } from "../engine.js";
import { quoted } from "../tables/columns.js";
import { type Chunk, digestOf, digestOfChunks, insert, type ReadRows, remove, scan, select, toCopy } from "./chunks.js";
import {
  copiedInChunks,
  copiedLast,
  type MovedRow,
  type MovedTable,
  type Numbers,
  rowsForTarget,
} from "./moved-tables.js";

/** Database of a move, with its URL. */
export type Side = TableDatabase & { readonly url: string };

export type Move = OperatorPort & {
  readonly source: Side;
  readonly target: Side;
  readonly account: Account;
  /** Receives the number of rows so far in a phase, and the number of all rows. */
  readonly onProgress?: ((phase: MovePhase, rows: number, of: number) => void) | undefined;
};

type MovePhase = "copying" | "verifying" | "comparing";

/** Number of rows of each table and their checksum, which both databases computed. */
export type MovedRows = Readonly<Record<string, { readonly rows: number; readonly checksum: string }>>;

/** Returns the time of the oldest audit record. Older records in the target are from an earlier attempt. */
async function oldestAudit({ engine }: Side, account: AccountId): Promise<number> {
  const oldest = "SELECT min(at) AS at FROM audit WHERE account_id = $1";
  const [row] = await engine.read(account, ({ query }) => query(oldest, [account]));
  return Number(row?.["at"] ?? 0);
}

/** Table whose rows can be added but not be changed. */
export const appendOnly = "audit";

/** Copies the tables that are copied in chunks. */
export function copierOf({ source, target, account, onProgress }: Move, tables: readonly MovedTable[], total: number) {
  const chunks = new Map<string, readonly Chunk[]>();
  const of = (table: MovedTable) => chunks.get(table.name) ?? [];

  /** Returns a function that reads rows of the source as the target will have them. */
  const reader = (table: MovedTable, numbers: Numbers): ReadRows => {
    const change = rowsForTarget(table, numbers);
    return async (range, limit) =>
      change(await source.engine.read(account.id, (session) => select(session, account.id, table, range, limit)));
  };
  const counting = (phase: MovePhase) => {
    let all = 0;
    return (rows: number) => onProgress?.(phase, (all += rows), total);
  };
  const put = (unit: Session, table: MovedTable, rows: readonly MovedRow[]) =>
    insert(unit, table, rows, table.name === appendOnly ? "ON CONFLICT DO NOTHING" : "");

  async function verify(
    table: MovedTable,
    some: readonly Chunk[],
    { account: id }: Numbers,
    count: (rows: number) => void,
  ) {
    const change = rowsForTarget(table, { account: id, tokens: new Map() });
    for (const chunk of some) {
      const rows = await target.engine.read(id as AccountId, (session) =>
        select(session, id as AccountId, table, chunk),
      );
      if (digestOf(table, change(rows)).digest !== chunk.digest) throw notVerified(table.name);
      count(rows.length);
    }
  }

  return {
    /** Copies all rows, table by table. Of the audit trail, copies the records before the move began. */
    async copyAll(beganAt: Instant, numbers: Numbers): Promise<void> {
      const oldest = await oldestAudit(source, account.id);
      const count = counting("copying");
      for (const table of tables) {
        const isTrail = table.name === appendOnly;
        const first = toCopy(isTrail ? { after: [oldest, ""], upTo: [beganAt, ""] } : {});
        const copied: Chunk[] = [];
        for await (const { chunk, rows } of scan(table, reader(table, numbers), [first])) {
          const isStored = await unlessAhead(() =>
            target.engine.write(numbers.account as AccountId, (unit) => put(unit, table, rows)),
          );
          copied.push(isStored ? chunk : { ...chunk, digest: "" });
          count(rows.length);
        }
        chunks.set(table.name, isTrail ? [...copied, toCopy({ after: [beganAt, ""] })] : copied);
      }
    },
    async verifyAll(numbers: Numbers): Promise<void> {
      const count = counting("verifying");
      for (const table of tables)
        await verify(
          table,
          of(table).filter(({ digest }) => digest !== ""),
          numbers,
          count,
        );
    },
    /** Replaces the chunks that have changed since they were copied. The account must be frozen. */
    async copyChanged(numbers: Numbers, onChunk: () => Promise<void>): Promise<void> {
      const count = counting("comparing");
      const changed = new Map<MovedTable, Chunk[]>();
      for (const table of tables) {
        const now: Chunk[] = [];
        const others: Chunk[] = [];
        for await (const { chunk, rows, isChanged } of scan(table, reader(table, numbers), of(table))) {
          now.push(chunk);
          if (isChanged) others.push(chunk);
          await onChunk();
          count(rows.length);
        }
        chunks.set(table.name, now);
        if (others.length > 0) changed.set(table, others);
      }
      // The audit trail grows while the account is frozen, so a chunk can have more rows than a moment before.
      const stored = new Map<Chunk, Chunk>();
      const asStored = (some: readonly Chunk[]) => some.map((chunk) => stored.get(chunk) ?? chunk);
      // Rows can refer to each other only at the end of the transaction, so all tables change in one.
      const id = numbers.account as AccountId;
      await target.engine.write(id, async (unit) => {
        for (const [table, some] of changed)
          if (table.name !== appendOnly) for (const chunk of some) await remove(unit, id, table, chunk);
        for (const [table, some] of changed) {
          const read = reader(table, numbers);
          for (const chunk of some) {
            const rows = await read(chunk);
            await put(unit, table, rows);
            stored.set(chunk, { ...chunk, rows: rows.length, digest: digestOf(table, rows).digest });
            await onChunk();
          }
        }
      });
      for (const [table, some] of changed) {
        chunks.set(table.name, asStored(of(table)));
        await verify(table, asStored(some), numbers, count);
      }
    },
    result: (): MovedRows =>
      Object.fromEntries(
        tables.map((table) => {
          const rows = of(table).reduce((sum, chunk) => sum + chunk.rows, 0);
          return [table.name, { rows, checksum: digestOfChunks(of(table)) }];
        }),
      ),
  };
}

/** Returns false if rows refer to a row, or are in the way of a row, that has changed since it was copied. */
async function unlessAhead(store: () => Promise<void>): Promise<boolean> {
  try {
    await store();
    return true;
  } catch (error) {
    if (/^(23503|23505|SQLITE_CONSTRAINT.*)$/.test(String((error as { readonly code?: unknown }).code))) return false;
    throw error;
  }
}

export const notVerified = (table: string) =>
  conflict("move_not_verified", `the rows of ${table} in the target differ from the source; run the command again`);

/** Counts the rows of an account by table. */
export function countRows({ engine }: TableDatabase, account: AccountId): Promise<Readonly<Record<string, number>>> {
  return engine.read(account, async ({ query }) => {
    const counts: Record<string, number> = {};
    for (const table of [...copiedInChunks, ...copiedLast]) {
      const [row] = await query(`SELECT count(*) AS count FROM ${quoted(table)} WHERE account_id = $1`, [account]);
      counts[table] = Number(row?.["count"]);
    }
    return counts;
  });
}
