import type { Worker } from "../children/worker.js";
import type { Endpoint } from "../clients/requests.js";
import { numberOf } from "../data/appointment-table.js";
import type { Server } from "../servers/server.js";
import { startRepute } from "../servers/start-repute.js";
import type { Workshop } from "../workshop.js";
import type { Processes } from "./costs.js";
import { parameterOf } from "./growing-account.js";
import type { Site } from "./sites.js";

/** A server for a site, and the clients and data for its measurements. */
export type MeasuredServer = {
  readonly server: Server;
  readonly rows: number;
  readonly processes: Processes;
  /** Worker process that sends the measured requests. */
  readonly client: Worker;
  /** Worker process that sends other requests meanwhile. */
  readonly other: Worker;
  /** Returns the order for a job that uploads new submissions one after another. */
  submitting(count: number): Endpoint & { readonly type: string; readonly bodies: string[]; readonly connections: 1 };
};

/** Maximum number of connections to a server, enough for all requests that wait at the same time. */
const maxConnections = "12000";

/** Starts a server for a site. Servers with different values of `round` get different submissions. */
export async function startMeasured(
  workshop: Workshop,
  { account, postgres }: Site,
  { client, other, round }: Pick<MeasuredServer, "client" | "other"> & { readonly round: number },
): Promise<MeasuredServer> {
  const server = await startRepute(workshop, account, { MAX_CONNECTIONS: maxConnections });
  let next = (round + 1) * 1_000_000;
  return {
    server,
    rows: account.rows,
    processes: { repute: server.pid, ...(postgres && { postgres: postgres.pid }) },
    client,
    other,
    submitting: (count) => ({
      ...{ port: server.port, headers: { "api-token": account.formsToken } },
      ...{ path: "/v1/online-submissions/upload", type: "application/json", connections: 1 },
      bodies: Array.from({ length: count }, () => JSON.stringify(submission(next++))),
    }),
  };
}

const submission = (index: number) => ({
  ...{ scct_parameter: parameterOf(index % 1_000), conversion_type: "Online", patient_name: `Cal Reed${index}` },
  ...{ phone_number: numberOf(index), email: `growth${index}@example.com` },
});
