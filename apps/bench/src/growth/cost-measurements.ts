import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { AccountId } from "@repute/domain";
import { bundleOf, withDomain } from "../data/accounts.js";
import { numberOf } from "../data/csv-files.js";
import { percentile } from "../results.js";
import { download, host, repeat } from "../servers/clients.js";
import { type Server, startRepute } from "../servers/servers.js";
import { endpoint } from "../stage.js";
import { endProcess, job, progress, startWorker, type Worker, type Workshop } from "../workshop.js";
import { type CostKey, costsOf, costsPerRun, idsOf, type MeasuredCosts, type Processes } from "./costs.js";
import {
  type GrownAccount,
  type Importing,
  importNew,
  parameterOf,
  scatteredReviews,
  type Site,
} from "./growing-account.js";

/** A server for a site, and the clients and data for its measurements. */
export type MeasuredServer = {
  readonly server: Server;
  readonly rows: number;
  readonly processes: Processes;
  /** Worker process that sends the measured requests. */
  readonly client: Worker;
  /** Uploads new submissions one after another. Returns the response times in milliseconds. */
  submit(count: number): Promise<readonly number[]>;
};

/** Maximum number of connections to a server, enough for all requests that wait at the same time. */
const maxConnections = "12000";

/** Starts a server for a site. Servers with different values of `round` get different submissions. */
export async function startMeasured(
  workshop: Workshop,
  { account: { rows, formsToken, ...account }, postgres }: Site,
  client: Worker,
  round: number,
): Promise<MeasuredServer> {
  const server = await startRepute(workshop, account, { MAX_CONNECTIONS: maxConnections });
  const headers = { "api-token": formsToken, "Content-Type": "application/json" };
  const upload = { port: server.port, headers, path: "/v1/online-submissions/upload", connections: 1 };
  let next = (round + 1) * 1_000_000;
  return {
    server,
    rows,
    processes: { repute: server.pid, ...(postgres && { postgres: postgres.pid }) },
    client,
    async submit(times) {
      const bodies = Array.from({ length: times }, () => JSON.stringify(submission(next++)));
      return (await client.run(repeat, { ...upload, times, bodies })).took;
    },
  };
}

const submission = (index: number) => ({
  ...{ scct_parameter: parameterOf(index % 1_000), conversion_type: "Online", patient_name: `Cal Reed${index}` },
  ...{ phone_number: numberOf(index), email: `growth${index}@example.com` },
});

const pathsAt = (now: string) =>
  ({
    modified: `/v2/reviews?modified_since=${now}`,
    modified_page: `/v2/reviews?modified_since=${now}&limit=100`,
    provider: "/v2/reviews?provider_id=107&limit=100",
    changes: "/v2/changes?limit=100",
    campaigns: "/v2/campaigns?start_date=2024-07-01&end_date=2026-06-30",
    checksums: "/v2/checksums?lists=reviews",
    ndjson: "/v2/reviews",
    csv: "/v2/reviews",
    users: "/v1/users?limit=100",
  }) as const satisfies Partial<Record<CostKey, string>>;

/** Measures the CPU time of requests that read, and of submissions. */
export async function measureRequests(measured: MeasuredServer, accountKey: string): Promise<MeasuredCosts> {
  const { server, processes, client } = measured;
  const headersOf: Readonly<Partial<Record<CostKey, Readonly<Record<string, string>>>>> = {
    users: { "api-token": accountKey },
    csv: { ...server.headers, Accept: "text/csv" },
    ndjson: { ...server.headers, Accept: "application/x-ndjson" },
  };
  const found: Partial<Record<CostKey, number>> = {};
  for (const [key, path] of Object.entries(pathsAt(new Date().toISOString())) as [CostKey, string][]) {
    const request = { ...endpoint(server, path), headers: headersOf[key] ?? server.headers, connections: 1 };
    found[key] = (await costsPerRun(processes, (times) => client.run(repeat, { ...request, times }))).cpu;
  }
  const submission = await costsPerRun(processes, measured.submit);
  return { ...found, submission: submission.cpu, submission_written: submission.written / 1_000 };
}

const submissions = 100;
const lists = 8;

/** Measures response times of submissions while the server is idle, and while it sends whole lists. */
export async function measureBesideLists({ server, submit }: MeasuredServer): Promise<MeasuredCosts> {
  const slowest = async () => percentile(await submit(submissions), 0.99);
  const idle = await slowest();
  let isOver = false;
  const beside = slowest().finally(() => (isOver = true));
  const downloadAgain = async () => {
    while (!isOver) await download.work(endpoint(server, "/v2/reviews"));
  };
  await Promise.all([beside, ...Array.from({ length: lists }, downloadAgain)]);
  return { submission_p99: idle, submission_p99_lists: await beside };
}

/** Number of the account's rows for each request that waits. */
const rowsPerWait = 200;
/** Seconds until all requests wait, and duration of the measurement in seconds. */
const [untilWaiting, seconds] = [4, 5];

/**
 * Measures requests that wait for changes: at rest, and when one submission wakes all of them.
 * Returns no costs if a job of the server changed data and so woke the requests too early.
 */
export async function measureWaits(measured: MeasuredServer): Promise<MeasuredCosts> {
  const { server, processes, rows } = measured;
  const requests = Math.round(rows / rowsPerWait);
  const path = `/v2/changes?cursor=${await lastCursor(measured)}`;
  const headers = { ...server.headers, Prefer: "wait=60" };
  let isAnswered = false;
  const answered = repeat
    .work({ ...endpoint(server, path), headers, times: requests, connections: requests })
    .then(() => (isAnswered = true));
  await Promise.race([setTimeout(untilWaiting * 1_000), answered]);
  const waiting = await costsOf(processes, () => setTimeout(seconds * 1_000));
  if (isAnswered) return {};
  const wake = async () => {
    await measured.submit(1);
    await answered;
  };
  const waking = await costsOf(processes, wake);
  return { waiting: waiting.cpu / seconds, waking: waking.cpu };
}

/** Returns the cursor after all changes, without reading them. */
async function lastCursor({ server }: MeasuredServer): Promise<string> {
  const { headers, body } = await fetch(`http://${host}:${server.port}/v2/changes`, { headers: server.headers });
  await body?.cancel();
  return headers.get("x-cursor") ?? "";
}

/** Number of appointments that are imported in each round. */
const imported = 1_000;

/** Measures an import into a large account, and sealing its lists after scattered changes. No server runs meanwhile. */
export async function measureWrites(workshop: Workshop, site: Site, round: number): Promise<MeasuredCosts> {
  const { account, postgres } = site;
  const worker = startWorker(workshop);
  const costs = (work: () => Promise<unknown>) => {
    const processes = { repute: worker.pid, ...(postgres && { postgres: postgres.pid }) };
    return costsOf(processes, async () => {
      await work();
      await postgres?.checkpoint();
    });
  };
  try {
    await worker.run(changeScattered, { ...account, comment: `Round ${round}` });
    await postgres?.checkpoint();
    const { cpu: seal } = await costs(() => worker.run(sealAll, account));
    const file = join(workshop.folder, "growth.csv");
    const order = { ...account, file, rows: imported, first: account.rows + round * imported };
    const { cpu, written } = await costs(() => worker.run(importMore, order));
    return { import: cpu, import_written: written / 1_000_000, seal };
  } finally {
    await worker.close();
  }
}

type Target = Pick<GrownAccount, "url" | "account">;

const changeScattered = job(
  __filename,
  "changeScattered",
  ({ url, account, rows, comment }: GrownAccount & { readonly comment: string }) =>
    withDomain(url, async ({ bundle }) => {
      await bundle.load(account as AccountId, bundleOf(scatteredReviews(rows, comment)));
    }),
);

const sealAll = job(__filename, "sealAll", ({ url, account }: Target) =>
  withDomain(url, (_, { sealer }) => sealer.seal(account as AccountId)),
);

const importMore = job(__filename, "importMore", ({ url, account, ...order }: Target & Importing) =>
  withDomain(url, (domain) => importNew(domain, account as AccountId, order)),
);

/** Milliseconds until the jobs of a new server have finished their work, and duration of the measurement. */
const [untilRest, minute] = [130_000, 60_000];

/** Measures servers at rest, all at the same time. Returns the costs in the order of the servers. */
export async function measureRest(
  workshop: Workshop,
  servers: readonly Processes[],
): Promise<readonly MeasuredCosts[]> {
  progress.show("waiting until all servers are at rest");
  await setTimeout(untilRest);
  progress.show("measuring one minute at rest");
  return Promise.all(
    servers.map(async (processes, index) => {
      const trace = await traceFsyncs(workshop, processes, index);
      const { cpu } = await costsOf(processes, () => setTimeout(minute));
      const fsyncs = await trace();
      return { rest: cpu, ...(fsyncs !== undefined && { rest_fsyncs: fsyncs }) };
    }),
  );
}

/** Counts fsyncs with strace. Returns a function that ends the count, which is undefined if strace cannot count. */
async function traceFsyncs(
  { adopt, folder }: Workshop,
  processes: Processes,
  index: number,
): Promise<() => Promise<number | undefined>> {
  const file = join(folder, `fsyncs-${index}`);
  const ids = await idsOf(processes);
  const options = ["-f", "-q", "-e", "trace=fsync,fdatasync", "-o", file, ...ids.flatMap((id) => ["-p", String(id)])];
  const child = adopt(spawn("strace", options, { stdio: "ignore" }));
  const started = await once(child, "spawn").then(
    () => true,
    () => false,
  );
  return async () => {
    if (!started || child.exitCode !== null) return undefined;
    await endProcess(child);
    return (await readFile(file, "utf8")).split("\n").filter((line) => /\bf(data)?sync\(/.test(line)).length;
  };
}
