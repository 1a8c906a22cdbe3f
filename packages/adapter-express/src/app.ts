import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Domain } from "@repute/domain";
import express, { type IRouter, type Request, type Response } from "express";
import { documentOf, type OpenApiDocument } from "./openapi/open-api-document.js";
import type { AppOptions, RouterOptions } from "./options.js";
import type { RouteTable } from "./route.js";
import type { MountedRequest } from "./router/exchange.js";
import { metricsRouter, routerOf } from "./router/router.js";
import { healthRoutes } from "./routes/health.js";
import { interfaceTables } from "./routes/versions.js";

/**
 * Creates the request listener of the whole service: the API and the endpoints for supervisors.
 * Uses Express's router without an Express application, because an application slows down small requests.
 */
export function createApp(domain: Domain, options: AppOptions): RequestListener {
  const handle = handlerOf(routerOf(appTables(options), domain, options));
  // Express reads proxy settings from an application. This application is only for the settings and serves no requests.
  const app = express().set("trust proxy", options.trustProxy ?? false);
  const watch = untrustedProxyWatch(app.get("trust proxy fn") as Trusts, options.onUntrustedProxy ?? (() => {}));
  return (request, response) => {
    watch(request);
    Object.assign(request, { app });
    handle(request, response);
  };
}

/**
 * Creates Repute's API as a request handler for any path of an app.
 * The handler responds to every path below its mount path.
 */
export const createRouter = (domain: Domain, options: RouterOptions): RouterHandler =>
  handlerOf(routerOf(interfaceTables, domain, options));

/** Creates a request listener that serves only `/metrics`, for a separate port. */
export function createMetricsApp(
  metrics: NonNullable<AppOptions["metrics"]>,
  options: Pick<RouterOptions, "report">,
): RequestListener {
  return handlerOf(metricsRouter({ ...options, metrics }));
}

/** Returns the OpenAPI 3.1 document of the service. `server` is the service's base URL. */
export const openApiDocument = (server?: string): OpenApiDocument => documentOf(appTables({}), server);

/** Returns the route tables of the whole service: health checks, the API and its versions. */
export const appTables = (options: Pick<AppOptions, "ready">): readonly RouteTable[] => [
  { prefix: "", dataSync: "v2-data", routes: healthRoutes(options) },
  ...interfaceTables,
];

/**
 * Request handler for Node's HTTP server, Express and compatible frameworks.
 * Responds to every request. Calls `next` only with an unexpected error.
 */
export type RouterHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next?: (error?: unknown) => void,
) => void;

/** Converts a router to a plain request handler. Without `next`, an unexpected error closes the connection. */
function handlerOf(router: IRouter): RouterHandler {
  const handle: RouterHandler = (request, response, next = () => response.destroy()) => {
    (request as MountedRequest).baseUrl ??= mountPath(request);
    router(request as Request, response as Response, next);
  };
  return Object.assign(handle, { stack: router.stack });
}

/** Returns the path that a host other than Express has removed from the start of the URL. */
function mountPath({ originalUrl = "", url = "" }: IncomingMessage & { readonly originalUrl?: string }): string {
  // If the request URL is just the mount path, the rest is empty, but Express passes `/` as the rest.
  const rest = originalUrl.endsWith(url) ? url : url.replace(/^\//, "");
  return originalUrl.endsWith(rest) ? originalUrl.slice(0, originalUrl.length - rest.length) : "";
}

/** Returns true if an address belongs to a trusted proxy. */
type Trusts = (address: string, hop: number) => boolean;

/**
 * Returns a function that checks requests for headers of an untrusted proxy.
 * The function reports the address of the first such proxy.
 * Behind an untrusted proxy, all callers appear to have the same address and share its rate limits.
 */
function untrustedProxyWatch(trusts: Trusts, warn: (address: string) => void): (request: IncomingMessage) => void {
  let hasWarned = false;
  return ({ headers, socket }) => {
    if (hasWarned || headers["x-forwarded-for"] === undefined) return;
    const address = socket.remoteAddress;
    if (address === undefined || trusts(address, 0)) return;
    hasWarned = true;
    warn(address.replace(/^::ffff:/, ""));
  };
}
