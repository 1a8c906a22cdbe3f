import type { RequestListener } from "node:http";
import { createServer } from "@repute/adapter-express";
import { listen } from "./listen.js";
import { type Address, hostAndPort } from "./settings/address.js";

export type MetricsListener = { readonly url: string; close(): Promise<void> };

const variables = { host: "METRICS_ADDRESS", port: "METRICS_ADDRESS" };

/** Serves metrics on a separate address. */
export async function listenForMetrics(app: RequestListener, address: Address): Promise<MetricsListener> {
  const server = createServer(app);
  const bound = await listen(server, address, variables);
  return {
    url: `http://${hostAndPort(bound)}/metrics`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
