import { readFile, writeFile } from "node:fs/promises";
import { median, percentile } from "../results.js";
import { mb, ms, repeated, row, share, sqlite } from "../row.js";
import { download, hammer, repeat, repeatDuring } from "../servers/clients.js";
import { type Server, startRepute } from "../servers/servers.js";
import { endpoint, type Stage } from "../stage.js";

const enough = 2_000;

const maxLists = 10;

/** Measures small requests while the same server sends whole lists. */
export const smallRequests = row({
  title: "small requests during lists",
  headings: ({ engine }) => ({
    small_request_p99: ms("99th percentile response time of small requests while whole lists are sent", {
      max: engine === sqlite ? 10 : 15,
    }),
  }),
  measure: async (stage, { repute }) => ({
    small_request_p99: await slowestDuring(stage, repute, "/v2/reviews", listsToAsk(stage.plan.rows)),
  }),
});

/** Compares small requests with health checks, which read no data. */
export const requestRates = row({
  title: "small requests alone",
  warmsUp: true,
  headings: ({ engine }) => ({
    locations_x_healthz: share("Requests per second to /v2/locations, relative to /healthz", {
      min: engine === sqlite ? 0.6 : 0.35,
    }),
  }),
  async measure({ client }, { repute }) {
    const rateOf = (path: string) => client.run(hammer, { ...repute, paths: [path], requests: 10_000, connections: 4 });
    return { locations_x_healthz: (await rateOf("/v2/locations")) / (await rateOf("/healthz")) };
  },
});

/** Returns how many lists to download, so that the downloads take long enough to measure many small requests. */
const listsToAsk = (rows: number): number => Math.min(Math.max(3, Math.ceil((enough * 1_000) / rows)), maxLists);

/**
 * Returns the 99th percentile of response times of small requests, in milliseconds, while `lists` lists are downloaded.
 */
const slowestDuring = ({ client }: Stage, server: Server, path: string, lists: number): Promise<number> =>
  slowestWhile(server, () => repeated(lists, () => client.run(download, endpoint(server, path))));

/** Returns the 99th percentile of response times of small requests, in milliseconds, while `work` runs. */
export const slowestWhile = async (server: Server, work: () => Promise<unknown>): Promise<number> =>
  percentile(await repeatDuring(endpoint(server, "/v2/locations"), work), 0.99);

const [runs, times, connections] = [3, 500, 16];

/** Compares token requests to the service with token requests to bare Express. Alternates between the two servers. */
export const exchanges = row({
  title: "tokens for assertions",
  warmsUp: true,
  headings: () => ({
    exchanges_x_bare: share(
      "Speed of issuing tokens for assertions, relative to plain Express that only commits a row",
      { min: 0.5 },
    ),
  }),
  async measure({ client, exchanges: { repute, bare, form } }) {
    const rateOf = async ({ port }: Server): Promise<number> => {
      const headers = { "Content-Type": "application/x-www-form-urlencoded" };
      const posting = { port, path: "/oauth/token", headers, bodies: Array.from({ length: times }, form) };
      return (await client.run(repeat, { ...posting, times, connections })).perSecond;
    };
    const rates = await repeated(runs, async () => ({ ours: await rateOf(repute), theirs: await rateOf(bare) }));
    return {
      exchanges_x_bare: median(rates.map(({ ours }) => ours)) / median(rates.map(({ theirs }) => theirs)),
    };
  },
});

/** Measures the memory use of a server that only sends whole lists. */
export const memory = row({
  title: "memory",
  once: true,
  headings: () => ({
    list_peak_memory: mb("Peak memory of the server while it sends whole lists"),
    list_memory: mb("Memory growth of the server while it sends whole lists", { max: 40 }),
  }),
  async measure({ workshop, plan, client }, { data }) {
    const server = await startRepute(workshop, data);
    try {
      const idle = (await memoryOf(server.pid))?.now;
      await resetPeak(server.pid);
      await repeated(plan.rounds, () => client.run(download, endpoint(server, "/v2/reviews")));
      const peak = (await memoryOf(server.pid))?.peak;
      return { list_peak_memory: peak, list_memory: peak && idle && peak - idle };
    } finally {
      await server.close();
    }
  },
});

/** Measures the response time and the memory use of the baseline, for comparison. */
export const naiveWay = row({
  title: "small requests while the baseline sends a list",
  once: true,
  headings: () => ({
    naive_small_request_p99: ms("99th percentile response time of small requests while the baseline sends a list"),
    naive_peak_memory: mb("Peak memory of the baseline"),
  }),
  measure: async (stage, { naive, data }) => ({
    naive_small_request_p99: await slowestDuring(stage, naive, data.naive.path, 1),
    naive_peak_memory: (await memoryOf(naive.pid))?.peak,
  }),
});

/** Returns the memory use of a process, or undefined if the operating system does not report it. */
async function memoryOf(pid: number): Promise<Memory | undefined> {
  return readFile(`/proc/${pid}/status`, "utf8").then(memoryIn, () => undefined);
}

/** Memory use of a process in megabytes (1,000,000 bytes): the current value, and the peak since the last reset. */
type Memory = { readonly now: number; readonly peak: number };

/** Resets the peak memory use of a process to the current value. */
async function resetPeak(pid: number): Promise<void> {
  await writeFile(`/proc/${pid}/clear_refs`, "5").catch(() => undefined);
}

/**
 * Runs `work` in this process.
 * Returns its result, the time in milliseconds, and the increase in memory use in megabytes.
 */
export async function watched<T>(work: () => Promise<T>) {
  await resetPeak(process.pid);
  const idle = (await memoryOf(process.pid))?.now;
  const started = performance.now();
  const result = await work();
  const milliseconds = performance.now() - started;
  const peak = (await memoryOf(process.pid))?.peak;
  return { result, milliseconds, memory: peak === undefined || idle === undefined ? undefined : peak - idle };
}

/** Parses the memory use in `/proc/PID/status`. */
export function memoryIn(status: string): Memory | undefined {
  const [now, peak] = ["VmRSS", "VmHWM"].map((name) => {
    const kibibytes = new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status)?.[1];
    return kibibytes === undefined ? undefined : (Number(kibibytes) * 1_024) / 1_000_000;
  });
  return now === undefined || peak === undefined ? undefined : { now, peak };
}
