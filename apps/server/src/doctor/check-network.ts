import { createServer } from "node:http";
import { tryMailServer } from "@repute/adapter-users";
import { isDomainError } from "@repute/domain";
import { baseUrlOf, listen, metricsVariables } from "../listener.js";
import type { Address } from "../settings/address.js";
import type { Config } from "../settings/config.js";
import { failureText } from "../terminal/failure.js";
import { type Finding, findingsOf } from "./finding.js";

/** Maximum time of a request in milliseconds. */
const patience = 5_000;

/** Checks that the ports are free, or that Repute serves them. */
export async function checkPorts(config: Config): Promise<readonly Finding[]> {
  const { ok, wrong } = findingsOf("ports");
  const { host, port, metricsAddress } = config;
  const server = await portFinding({ host, port }, async (url) => {
    const state = await readiness(url);
    if (state === "ready") return ok(`Repute serves ${url} and is ready`);
    return state && wrong(`Repute serves ${url} but is not ready. Look for errors in its log.`);
  });
  if (!metricsAddress) return [server];
  const serving = async (url: string) =>
    (await isServingMetrics(url)) ? ok(`Repute serves its metrics at ${url}/metrics`) : undefined;
  return [server, await portFinding(metricsAddress, serving, metricsVariables)];
}

async function portFinding(
  address: Address,
  serving: (url: string) => Promise<Finding | undefined>,
  variables?: Parameters<typeof listen>[2],
): Promise<Finding> {
  const { ok, wrong } = findingsOf("ports");
  const url = baseUrlOf(address);
  const served = address.port === 0 ? undefined : await serving(url);
  if (served) return served;
  const server = createServer();
  try {
    await listen(server, address, variables);
    return ok(`No server runs at ${url}, and the port is free`);
  } catch (error) {
    return wrong(failureText(error));
  } finally {
    server.close();
  }
}

/** Checks that `BASE_URL` and `TRUST_PROXY` fit together and, if the server runs, that the public address reaches it. */
export async function checkProxy(config: Config): Promise<readonly Finding[]> {
  const { ok, warning } = findingsOf("proxy");
  const { host, port, baseUrl, trustProxy } = config;
  const local = baseUrlOf({ host, port });
  if (baseUrl === undefined || baseUrl === local)
    return [trustProxy === false ? ok("No proxy is set") : warning("TRUST_PROXY is set without BASE_URL. Set both.")];
  if (baseUrl.startsWith("https:") && trustProxy === false)
    return [
      warning("BASE_URL is at a proxy, but TRUST_PROXY is not set, so all clients share one rate limit. Set both."),
    ];
  const state = port === 0 ? undefined : await readiness(local);
  if (!state) return [ok("BASE_URL and TRUST_PROXY fit together")];
  return [(await readiness(baseUrl)) === state ? await publicFinding(baseUrl, config) : warning(unreached(baseUrl))];
}

const unreached = (baseUrl: string) =>
  `${baseUrl}/readyz does not reach the server from this machine. Check the proxy and BASE_URL.`;

/** Checks that a public address that reaches the server does not show the metrics. */
async function publicFinding(baseUrl: string, { servesMetrics, metricsAddress }: Config): Promise<Finding> {
  const { ok, wrong } = findingsOf("proxy");
  const isPublic = servesMetrics && !metricsAddress && (await isServingMetrics(baseUrl));
  if (!isPublic) return ok(`${baseUrl} reaches the server`);
  return wrong(`Everyone can read ${baseUrl}/metrics. Deny this path in the proxy, or set METRICS_ADDRESS.`);
}

/** Connects to the mail server and signs in, but sends nothing. */
export async function checkSmtp({ smtp }: Config): Promise<readonly Finding[]> {
  const { ok, warning, wrong } = findingsOf("smtp");
  if (!smtp) return [ok("SMTP_URL is not set, so invitations wait in the database")];
  const { host, port, tls } = smtp.server;
  try {
    await tryMailServer(smtp);
  } catch (error) {
    const reason = isDomainError(error) ? String(error.cause) : failureText(error);
    return [wrong(`The mail server ${host}:${port} does not accept a connection (${reason}). Check SMTP_URL.`)];
  }
  const isExposed = tls === "off" && !/^(localhost|127\..*|::1)$/.test(host);
  if (isExposed) return [warning(`Mail to ${host} is not encrypted. Remove ?tls=off from SMTP_URL.`)];
  return [ok(`The mail server ${host}:${port} accepts connections`)];
}

/** Asks a server whether it is ready. Returns `undefined` if no server of this program answers. */
async function readiness(url: string): Promise<"ready" | "not_ready" | undefined> {
  const text = await textAt(`${url}/readyz`);
  if (/^\{"status":"ready"[,}]/.test(text)) return "ready";
  return text.includes('"not_ready"') ? "not_ready" : undefined;
}

const isServingMetrics = async (url: string): Promise<boolean> =>
  (await textAt(`${url}/metrics`)).includes("repute_requests_total");

/** Returns the body of a response, or an empty string if there is none in time. */
async function textAt(url: string): Promise<string> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(patience), redirect: "manual" });
    return await response.text();
  } catch {
    return "";
  }
}
