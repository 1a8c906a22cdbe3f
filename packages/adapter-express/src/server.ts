import { randomUUID } from "node:crypto";
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Domain } from "@repute/domain";
import express, { type IRouter, type Request, type Response } from "express";
import { documentOf, type OpenApiDocument } from "./openapi/open-api-document.js";
import type { AppOptions, RouterOptions } from "./options.js";
import { originForm } from "./requests/request-head.js";
import { isStreamed } from "./requests/streamed-body.js";
import { errorResponse } from "./responses/error-response.js";
import { fixedProblem, HttpProblem } from "./responses/problem.js";
import { sendResponse } from "./responses/response.js";
import type { Route, RouteTable } from "./route.js";
import { exchangeOpener, type MountedRequest } from "./router/exchange.js";
import { metricsRouter, routerOf } from "./router/router.js";
import { aggregates } from "./routes/aggregates.js";
import { campaigns } from "./routes/campaigns.js";
import { changes, checksums } from "./routes/changes.js";
import { calls, conversions } from "./routes/conversions.js";
import { healthRoutes } from "./routes/health.js";
import { importsV1 } from "./routes/imports.js";
import { invitesV1 } from "./routes/invites.js";
import { listRoutes } from "./routes/list-routes.js";
import { loadRoutes } from "./routes/loads.js";
import { peopleRoutes } from "./routes/people.js";
import { listingMetrics } from "./routes/listing-metrics.js";
import { oauthRoutes } from "./routes/oauth.js";
import { npsSurveysV1, reviewsV1 } from "./routes/reviews.js";
import { overview } from "./routes/overview.js";
import { status } from "./routes/status.js";
import { submissionRoutes } from "./routes/submissions.js";
import { surveyResponsesV1 } from "./routes/survey-responses.js";
import { userRoutes } from "./routes/users.js";

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

/** Limits that protect a server from slow or excessive clients. */
export type ServerLimits = {
  /** Timeouts for the headers and for the whole request, in milliseconds. A file for `/v1/loads` may take longer. */
  readonly headersTimeout?: number;
  readonly requestTimeout?: number;
  /**
   * Timeout between two requests on a connection, in milliseconds.
   * The default is longer than that of most load balancers.
   */
  readonly keepAliveTimeout?: number;
  readonly maxHeadersCount?: number;
  readonly maxHeaderSize?: number;
  /**
   * Maximum number of connections.
   * Over the limit, the connection that has been idle longest is closed.
   * If no connection is idle, the new connection gets a 503.
   */
  readonly maxConnections?: number;
};

const defaults: Required<ServerLimits> = {
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 65_000,
  maxHeadersCount: 100,
  maxHeaderSize: 16_384,
  maxConnections: 2_000,
};

/** Creates an HTTP server for the app. A malformed request gets a response, or its connection is closed cleanly. */
export function createServer(app: RequestListener, limits: ServerLimits = {}): Server {
  const { maxHeadersCount, maxConnections, ...rest } = { ...defaults, ...limits };
  const connectionsCheckingInterval = Math.min(5_000, rest.headersTimeout);
  // Node's own response to a missing Host header has no body, so this server checks the header itself.
  const server = createHttpServer({ ...rest, connectionsCheckingInterval, requireHostHeader: false });
  const open = exchangeOpener({});
  // A connection may be idle until the keep-alive timeout. After that, it has until the header timeout to send headers.
  const maxIdle = rest.keepAliveTimeout === 0 ? Infinity : rest.keepAliveTimeout + rest.headersTimeout;
  const { isRefused } = limitConnections(server, maxConnections, maxIdle);
  const refuse = (request: IncomingMessage, response: ServerResponse, problem: HttpProblem) => {
    const exchange = open(request, response);
    return sendResponse(exchange, errorResponse(problem, exchange.id), {});
  };
  server.on("request", (request, response) => {
    const problem = isRefused(request.socket) ? tooMany() : problemOf(request, maxHeadersCount);
    if (problem) return refuse(request, response, problem);
    request.url = originForm(request.url ?? "") ?? "";
    return app(request, response);
  });
  server.on("checkExpectation", (request, response) =>
    refuse(request, response, new HttpProblem(417, "expectation_failed", "Expect must be 100-continue")),
  );
  respondToClientErrors(server);
  // Node 22 and newer reject excess headers before the server can respond with the right problem. `problemOf` counts them.
  return Object.assign(server, { maxHeadersCount: 0 });
}

const tooMany = () =>
  new HttpProblem(503, "too_many_connections", "too many requests are being served; try again in a moment", {
    headers: { Connection: "close", "Retry-After": "1" },
  });

const closing = { headers: { Connection: "close" } };

/** Returns the problem with a request that Express would ignore or that would make Express fail. */
function problemOf(
  { rawHeaders, httpVersion, url = "" }: IncomingMessage,
  maxHeaders: number,
): HttpProblem | undefined {
  if (rawHeaders.length > 2 * maxHeaders) {
    return new HttpProblem(431, "too_many_headers", `a request can have at most ${maxHeaders} headers`, closing);
  }
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === "host").length;
  if (hosts > 1 || (hosts === 0 && httpVersion === "1.1")) {
    return new HttpProblem(400, "malformed_request", "a request must have exactly one Host header", closing);
  }
  if (originForm(url) !== undefined) return undefined;
  return new HttpProblem(400, "malformed_request", "the request target must be a path", closing);
}

/**
 * Limits a server to `max` connections. Over the limit, a new connection replaces the connection that has been idle
 * longest. A connection is idle while it has no complete request to serve. If no connection is idle, the caller must
 * refuse requests for which `isRefused` returns true.
 *
 * Node's own limit would close the new connection, so idle connections could keep everyone out. Node would also never
 * close a client that keeps sending empty lines between requests. Connections that are idle for more than `longest`
 * milliseconds are therefore closed.
 */
function limitConnections(
  server: Server,
  max: number,
  longest: number,
): { readonly isRefused: (socket: Socket) => boolean } {
  // Start of the idle time by connection. The connection that has been idle longest is first.
  const idle = new Map<Socket, number>();
  const open = new Map<Socket, number>();
  const surplus = new WeakSet<Socket>();

  server.on("connection", (socket: Socket) => {
    socket.once("close", () => forget(socket));
    if (open.size >= max && !closeOldest()) surplus.add(socket);
    open.set(socket, 0);
    idle.set(socket, performance.now());
  });
  server.prependListener("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    count(socket, 1);
    response.once("close", () => count(socket, -1));
  });
  const closingIdle = setInterval(closeIdle, Math.min(5_000, longest)).unref();
  server.once("close", () => clearInterval(closingIdle));
  return { isRefused: (socket) => surplus.has(socket) };

  function closeIdle(): void {
    const latest = performance.now() - longest;
    for (const [socket, since] of idle) {
      if (since > latest) return;
      close(socket);
    }
  }

  function closeOldest(): boolean {
    const [oldest] = idle.keys();
    if (oldest) close(oldest);
    return oldest !== undefined;
  }

  function close(socket: Socket): void {
    forget(socket);
    socket.destroySoon();
  }

  function count(socket: Socket, change: 1 | -1): void {
    const requests = open.get(socket);
    if (requests === undefined) return;
    open.set(socket, requests + change);
    if (requests + change > 0) idle.delete(socket);
    else idle.set(socket, performance.now());
  }

  function forget(socket: Socket): void {
    open.delete(socket);
    idle.delete(socket);
  }
}

type Pending = { readonly request: IncomingMessage; readonly response: ServerResponse };

/** State of a connection: requests without a complete response, and the latest request. */
type Traffic = { readonly open: Set<Pending>; last?: Pending };

const malformedRequest = new HttpProblem(400, "malformed_request", "the request is not valid HTTP");
const noProxy = new HttpProblem(405, "method_not_allowed", "this server is not a proxy", {
  headers: { Allow: "GET, HEAD" },
});
const requestTimedOut = "ERR_HTTP_REQUEST_TIMEOUT";
const problemsByCode = new Map<string, HttpProblem>([
  ["HPE_HEADER_OVERFLOW", fixedProblem("headers_too_large")],
  ["HPE_CHUNK_EXTENSIONS_OVERFLOW", new HttpProblem(413, "body_too_large", "the chunk extensions are too large")],
  [requestTimedOut, new HttpProblem(408, "request_timeout", "the request took too long to arrive")],
]);

/** Responds to malformed requests with the usual error format and closes the connection. */
function respondToClientErrors(server: Server): void {
  const traffic = new WeakMap<Duplex, Traffic>();
  server.prependListener("request", (request, response) => {
    const on = traffic.get(request.socket) ?? { open: new Set() };
    traffic.set(request.socket, on);
    const pending = { request, response };
    on.open.add((on.last = pending));
    response.once("close", () => on.open.delete(pending));
  });
  server.on("connect", (_request, socket) => writeLast(socket, noProxy));

  const refused = new WeakSet<Duplex>();
  server.on("clientError", (error: Error & { readonly code?: string }, socket) => {
    if (refused.has(socket) || (error.code === requestTimedOut && sendsFile(traffic.get(socket)))) return;
    refused.add(socket);
    const problem = problemOfCode(error.code ?? "");
    if (problem && socket.writable) closeAfterResponses(socket, traffic.get(socket), problem);
    else socket.destroy();
  });
}

const sendsFile = ({ last }: Traffic = { open: new Set() }): boolean =>
  last !== undefined && !last.request.complete && isStreamed(last.request);

/** Returns the problem for an error code from Node, or `undefined` for errors of the connection itself. */
const problemOfCode = (code: string) =>
  problemsByCode.get(code) ?? (code.startsWith("HPE_") ? malformedRequest : undefined);

/**
 * Responds to a malformed request after the responses to earlier requests.
 * Sends no second response to the malformed request.
 */
function closeAfterResponses(
  socket: Duplex,
  { open, last }: Traffic = { open: new Set() },
  problem: HttpProblem,
): void {
  const isInBody = last !== undefined && !last.request.complete;
  const hasResponse = isInBody && last.response.headersSent;
  const before = [...open].filter((pending) => pending !== last || !isInBody || hasResponse);
  let waitingFor = before.length;
  const done = () => {
    waitingFor -= 1;
    if (waitingFor <= 0) writeLast(socket, hasResponse ? undefined : problem);
  };
  for (const { response } of before) response.once("close", done);
  if (before.length === 0) done();
}

/**
 * Time in milliseconds that a client may continue to send before its connection is closed.
 * Closing at once could lose the response.
 */
const lingering = 2_000;

/** Ends a connection with an unparsable request. If `problem` is given, sends it as a response. */
function writeLast(socket: Duplex, problem: HttpProblem | undefined): void {
  socket.on("error", () => socket.destroy());
  socket.end(problem && rawResponse(problem));
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), lingering).unref();
  socket.once("close", () => clearTimeout(timer));
}

function rawResponse(problem: HttpProblem): Buffer {
  const id = randomUUID();
  const { status, headers, body } = errorResponse(problem, id);
  const all = {
    ...headers,
    "X-Request-Id": id,
    "X-Content-Type-Options": "nosniff",
    "Content-Length": body.length,
    Connection: "close",
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n`), body]);
}

const v2: readonly Route[] = [
  ...Object.values(listRoutes),
  campaigns,
  changes,
  checksums,
  ...aggregates,
  overview,
  status,
];

/** Lists in v1. New lists are added only to v2, because partners may depend on v1. */
const v1: readonly Route[] = [
  reviewsV1,
  npsSurveysV1,
  invitesV1,
  listRoutes["surveys-list"],
  surveyResponsesV1,
  calls,
  conversions,
  campaigns,
  importsV1,
  listingMetrics,
  listRoutes.locations,
  listRoutes.platforms,
  listRoutes.messages,
  listRoutes.groups,
];

/** All API versions with their routes. The endpoints to which partners write exist only under v1. */
export const versions: readonly RouteTable[] = [
  {
    prefix: "/v1",
    dataSync: "v1-data",
    routes: [...v1, ...submissionRoutes, ...loadRoutes, ...peopleRoutes, ...userRoutes],
  },
  { prefix: "/v2", dataSync: "v2-data", routes: v2 },
];

/** Route tables of the token endpoint and all API versions. */
export const interfaceTables: readonly RouteTable[] = [
  { prefix: "", dataSync: "v2-data", routes: oauthRoutes },
  ...versions,
];
