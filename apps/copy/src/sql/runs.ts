import type { ListChanges } from "../page.js";
import type { Column, ColumnType } from "../shape/table.js";
import { moment } from "../shape/values.js";
import type { ListCounts } from "../target.js";
import { type Engine, literal, quoted, transact } from "./engine.js";

/** Table with one row per run of the copy. */
const runTable = "_repute_runs";

/** Table with one row per stored change. Only written if the copy keeps a log of changes. */
const changeTable = "_repute_changes";

/** A run of the copy command, with the number of stored and deleted rows by list. */
export type Run = {
  readonly startedAt: string;
  readonly number?: number;
  readonly lists: ReadonlyMap<string, ListCounts>;
};

const column = (name: string, type: ColumnType): Column => ({ name, type, member: name, derived: false });

const runColumns = [
  column("run", "integer"),
  column("started_at", "timestamp"),
  column("ended_at", "timestamp"),
  column("upserts", "integer"),
  column("deletes", "integer"),
  column("lists", "json"),
  column("complete", "boolean"),
  column("verified", "boolean"),
  column("scrubbed", "boolean"),
  column("error", "text"),
];

const changeColumns = [
  column("run", "integer"),
  column("list", "text"),
  column("id", "text"),
  column("op", "text"),
  column("changed_at", "timestamp"),
];

/** Creates a history table if it does not exist. */
async function makeTable(engine: Engine, name: string, columns: readonly Column[]): Promise<void> {
  const typed = columns.map((one) => `${quoted(one.name)} ${engine.types[one.type]}`);
  await engine.run(`CREATE TABLE IF NOT EXISTS ${name} (${typed.join(", ")})`);
}

export const makeRunTable = (engine: Engine): Promise<void> => makeTable(engine, runTable, runColumns);

/** Creates the run history of a copy that has none, or adds the column that histories of earlier versions lack. */
export async function completeRunTable(engine: Engine, there: Awaited<ReturnType<Engine["tables"]>>): Promise<void> {
  const columns = there.get(runTable);
  if (columns?.has("error")) return;
  const add = () => engine.run(`ALTER TABLE ${runTable} ADD COLUMN error ${engine.types.text}`);
  await transact(engine, () => (columns ? add() : makeRunTable(engine)));
}

/** Adds the number of stored and deleted rows to a run. */
export function counted(run: Run, changes: readonly ListChanges[]): Run {
  const lists = new Map(run.lists);
  for (const { list, upserts, deletes } of changes) {
    const before = lists.get(list) ?? { upserts: 0, deletes: 0 };
    lists.set(list, { upserts: before.upserts + upserts.length, deletes: before.deletes + deletes.length });
  }
  return { ...run, lists };
}

/** Assigns the next run number to a run. */
export async function numbered(engine: Engine, run: Run): Promise<Run> {
  if (run.number !== undefined) return run;
  const [row] = await engine.rows(`SELECT max(run) AS "last" FROM ${runTable}`);
  return { ...run, number: Number(row?.["last"] ?? 0) + 1 };
}

/** Stores the row counts of a run. `isComplete` is false if the source has more changes. */
export async function writeRun(engine: Engine, run: Run, isComplete: boolean, isScrubbed: boolean): Promise<void> {
  const counts = [...run.lists.values()];
  const sum = (name: keyof ListCounts) => counts.reduce((all, one) => all + one[name], 0);
  const times = [moment(run.startedAt) ?? null, moment(new Date().toISOString()) ?? null];
  const lists = Object.fromEntries(run.lists);
  const row = [run.number, ...times, sum("upserts"), sum("deletes"), lists, isComplete, null, isScrubbed, null];
  await engine.run(`DELETE FROM ${runTable} WHERE run = ${String(run.number)}`);
  await engine.upsert(runTable, runColumns, 0, [row]);
}

/** Adds changes to the log of changes. Deletions have no timestamp in the log. */
export async function logChanges(engine: Engine, { number }: Run, changes: readonly ListChanges[]): Promise<void> {
  await makeTable(engine, changeTable, changeColumns);
  for (const { list, deletes, upserts } of changes) {
    const rows = [
      ...deletes.map((id) => [number, list, id, "delete", null]),
      ...upserts.map(({ id, changedAt }) => [number, list, id, "upsert", moment(changedAt) ?? null]),
    ];
    if (rows.length > 0) await engine.upsert(changeTable, changeColumns, 0, rows);
  }
}

export const markVerified = (engine: Engine, number: number, isEqual: boolean): Promise<void> =>
  engine.run(
    `UPDATE ${runTable} SET verified = ${isEqual ? "TRUE" : "FALSE, error = 'copy_differs'"} WHERE run = ${number}`,
  );

/** Stores the error code of a failed run, in the row of the run if the run has stored changes. */
export async function writeFailure(engine: Engine, run: Run, code: string): Promise<void> {
  const failed = await numbered(engine, run);
  if (run.number === undefined) await writeRun(engine, failed, false, true);
  await engine.run(`UPDATE ${runTable} SET error = ${literal(code)} WHERE run = ${String(failed.number)}`);
}

/**
 * Returns SQL that marks the bytes of deleted rows as overwritten in the run history.
 * `schema` is a prefix such as `main.`.
 */
export const scrubbedSql = (schema = ""): string =>
  `UPDATE ${schema}${runTable} SET scrubbed = TRUE WHERE NOT scrubbed`;

/** Returns true if the file may still contain the bytes of deleted rows. */
export const isScrubDue = async (engine: Engine): Promise<boolean> =>
  (await engine.rows(`SELECT run FROM ${runTable} WHERE NOT scrubbed LIMIT 1`)).length > 0;
