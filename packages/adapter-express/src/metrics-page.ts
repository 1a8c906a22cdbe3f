import type { Exchange } from "./exchange.js";
import type { AppOptions } from "./options.js";
import { sendResponse } from "./responding/response.js";

/** Returns the handler of `/metrics`, or no handler if the host provides no metrics. */
export function metricsPage({ metrics, ...options }: AppOptions) {
  if (!metrics) return [];
  const serve = async (exchange: Exchange) => {
    const { type, text } = await metrics();
    const headers = { "Content-Type": type, "Cache-Control": "no-store" };
    return sendResponse(exchange, { status: 200, headers, body: Buffer.from(text), compressible: true }, options);
  };
  return [["/metrics", serve] as const];
}
