import { post, repeat } from "../clients/requests.js";
import { endpoint } from "../stage.js";
import { costsPerRun } from "./costs.js";
import type { CostKey, MeasuredCosts } from "./lines.js";
import type { MeasuredServer } from "./measured-server.js";

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
  const submission = await costsPerRun(processes, (times) => client.run(post, measured.submitting(times)));
  return { ...found, submission: submission.cpu, submission_written: submission.written / 1_000 };
}
