import { readdir, readFile } from "node:fs/promises";

type Unit = "ms" | "KB" | "MB" | "fsyncs";

/** Differences below these values are not significant. */
export const resolutions: Readonly<Record<Unit, number>> = { ms: 0.5, KB: 1, MB: 2, fsyncs: 5 };

/** A line in the table of costs. */
type CostLine = { readonly label: string; readonly unit: Unit; readonly expected: "flat" | "linear" };

const flat = (label: string, unit: Unit = "ms"): CostLine => ({ label, unit, expected: "flat" });
const linear = (label: string): CostLine => ({ label, unit: "ms", expected: "linear" });

/** All lines in the order of the table. Costs in milliseconds are CPU time, unless the label says response time. */
export const costLines = {
  modified: flat("Reviews with modified_since if nothing has changed"),
  modified_page: flat("Reviews with modified_since and limit=100 if nothing has changed"),
  rest: flat("One minute at rest"),
  rest_fsyncs: flat("One minute at rest", "fsyncs"),
  provider: flat("100 reviews of one provider"),
  submission: flat("One submission"),
  submission_written: flat("One submission, bytes written", "KB"),
  submission_p99: flat("Response time of a submission, 99th percentile"),
  submission_p99_lists: flat("Response time of a submission while eight whole lists are sent, 99th percentile"),
  waiting: flat("One second while requests wait for changes"),
  waking: linear("Waking all requests that wait for changes"),
  changes: flat("100 changes of the change feed"),
  users: flat("100 users"),
  campaigns: linear("Summary of campaigns over two years"),
  checksums: linear("Checksums of all reviews"),
  csv: linear("All reviews as CSV"),
  ndjson: linear("All reviews as NDJSON"),
  import: flat("Import of 1,000 appointments"),
  import_written: flat("Import of 1,000 appointments, bytes written", "MB"),
  seal: linear("Sealing after scattered changes of 1 % of the reviews"),
} as const satisfies Readonly<Record<string, CostLine>>;

export type CostKey = keyof typeof costLines;

/** Measured costs of one account. A cost is absent if this machine cannot measure it. */
export type MeasuredCosts = Readonly<Partial<Record<CostKey, number>>>;

/** Ids of the measured processes: a process of Repute, and the main process of PostgreSQL if it stores the data. */
export type Processes = { readonly repute: number; readonly postgres?: number };

/** CPU time in milliseconds, and bytes that the process of the database wrote to files. */
type Costs = { readonly cpu: number; readonly written: number };

/** Runs `work` and returns what it cost the processes. Includes the processes of PostgreSQL's connections. */
export async function costsOf(processes: Processes, work: () => Promise<unknown>): Promise<Costs> {
  const before = await soFar(processes);
  await work();
  const after = await soFar(processes);
  return { cpu: after.cpu - before.cpu, written: after.written - before.written };
}

/** Number of runs before the measurement. The first runs are slow, because nothing is compiled or cached yet. */
const warmUps = 3;
/** Minimum CPU time of a measurement in milliseconds, and limits for its number of runs. */
const [enough, minRuns, maxRuns] = [200, 3, 200];

/** Returns the costs of one run. `run` runs the measured work several times. */
export async function costsPerRun(processes: Processes, run: (times: number) => Promise<unknown>): Promise<Costs> {
  await run(warmUps);
  const { cpu: short } = await costsOf(processes, () => run(minRuns));
  const runs = Math.min(Math.max(Math.ceil((enough * minRuns) / short), minRuns), maxRuns);
  const { cpu, written } = await costsOf(processes, () => run(runs));
  return { cpu: cpu / runs, written: written / runs };
}

/** Returns the ids of all measured processes. */
export const idsOf = async ({ repute, postgres }: Processes): Promise<number[]> =>
  postgres === undefined ? [repute] : [repute, postgres, ...(await childrenOf(postgres))];

async function soFar(processes: Processes): Promise<Costs> {
  const ids = await idsOf(processes);
  const cpu = sum(await Promise.all(ids.map(cpuOf)));
  // With PostgreSQL, Repute itself writes only to sockets.
  const writers = processes.postgres === undefined ? ids : ids.slice(1);
  const written = sum(await Promise.all(writers.map(writtenBy)));
  const ended = processes.postgres === undefined ? 0 : await cpuOfEnded(processes.postgres);
  return { cpu: cpu + ended, written };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

async function cpuOf(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const schedules = await Promise.all(threads.map((thread) => statusOf(`${pid}/task/${thread}/schedstat`)));
  return sum(schedules.map((text) => Number.parseInt(text, 10) / 1_000_000));
}

/** Milliseconds per clock tick in the files of `/proc`. */
const tick = 10;

/** Returns the CPU time of the children of a process that have ended. */
async function cpuOfEnded(pid: number): Promise<number> {
  const fields = (await statusOf(`${pid}/stat`)).split(") ")[1]?.split(" ") ?? [];
  return tick * sum(fields.slice(13, 15).map(Number));
}

/** Returns the bytes that a process and its ended children wrote to files. */
async function writtenBy(pid: number): Promise<number> {
  return Number(/^wchar: (\d+)$/m.exec(await statusOf(`${pid}/io`))?.[1] ?? 0);
}

const childrenOf = async (pid: number): Promise<number[]> =>
  (await statusOf(`${pid}/task/${pid}/children`)).split(" ").filter(Boolean).map(Number);

/** Reads a file of `/proc`. Returns zero for a process or thread that has ended. */
const statusOf = (file: string): Promise<string> => readFile(`/proc/${file}`, "utf8").catch(() => "0");
