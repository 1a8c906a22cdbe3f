import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import { exchangeOpener } from "../exchange.js";
import { originForm } from "../reading/request-url.js";
import { errorResponse } from "../responding/error-response.js";
import { HttpProblem } from "../responding/problem.js";
import { sendResponse } from "../responding/response.js";
import { respondToClientErrors } from "./client-errors.js";
import { limitConnections } from "./connection-limit.js";

/** Limits that protect a server from slow or excessive clients. */
export type ServerLimits = {
  /** Timeouts for the headers and for the whole request, in milliseconds. */
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

const close = { headers: { Connection: "close" } };

/** Returns the problem with a request that Express would ignore or that would make Express fail. */
function problemOf(
  { rawHeaders, httpVersion, url = "" }: IncomingMessage,
  maxHeaders: number,
): HttpProblem | undefined {
  if (rawHeaders.length > 2 * maxHeaders) {
    return new HttpProblem(431, "too_many_headers", `a request can have at most ${maxHeaders} headers`, close);
  }
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === "host").length;
  if (hosts > 1 || (hosts === 0 && httpVersion === "1.1")) {
    return new HttpProblem(400, "malformed_request", "a request must have exactly one Host header", close);
  }
  if (originForm(url) !== undefined) return undefined;
  return new HttpProblem(400, "malformed_request", "the request target must be a path", close);
}
