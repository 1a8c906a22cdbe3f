import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import {
  type AccountId,
  type AuditOrigin,
  type AuditRecord,
  byPrincipal,
  defined,
  type Instant,
  originText,
  type Principal,
  type RequestOrigin,
} from "@repute/domain";
import { type Request, request as express } from "express";
import helmet from "helmet";
import type { RequestLog, RouterOptions } from "../options.js";
import { type BodyBudget, bodyBudget } from "../requests/body-budget.js";

/** A request. Express's properties are absent if the server rejected the request before Express received it. */
export type MountedRequest = IncomingMessage & Partial<Pick<Request, "app" | "baseUrl" | "params">>;

/** A request and its response, with the data that the server keeps about them. */
export type Exchange = {
  readonly request: MountedRequest;
  readonly response: ServerResponse;
  readonly id: string;
  readonly origin: RequestOrigin;
  /** Signal that aborts when the connection closes before the response is complete. */
  readonly leaving: Pick<AbortController, "signal">;
  readonly bodies: BodyLimits;
  /** Data about the request that is collected for the log. */
  readonly facts: Facts;
};

/** Limits for request bodies, which all requests to a router share. */
type BodyLimits = {
  readonly budget: BodyBudget;
  /** Minimum number of body bytes per period of `milliseconds`. A slower request is rejected. */
  readonly minBytes: number;
  readonly milliseconds: number;
};

type Facts = {
  route?: string;
  /** Format of error responses: OAuth JSON or an HTML page. Defaults to problem+json. */
  errors?: "oauth" | "page";
  principal?: Principal;
  filters?: readonly string[];
  rows?: number;
  /** True if the use case has recorded the request in the audit trail. */
  recorded?: boolean;
  reason?: string;
  /** HTTP status, once the response has started. */
  status?: number;
  /** True if the server ended the response before it was complete. */
  broken?: boolean;
  bytes: number;
};

/** Thrown to stop work on a response whose client has disconnected. */
export class ClientGone extends Error {
  override readonly name = "ClientGone";
}

/** Matches a UUID or a W3C Trace Context trace id. Request ids in other formats are ignored. */
const acceptableId = /^(?:[\da-f]{32}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i;

/**
 * Returns a function that creates the exchange for a request.
 * It sets the request id and the security headers, and logs the request when the connection or the response closes.
 */
export function exchangeOpener({ log, report, ...limits }: Partial<RouterOptions>) {
  const bodies = bodyLimits(limits);
  const connections = watchConnections();
  const secure = securityHeaders();
  return (request: MountedRequest, response: ServerResponse): Exchange => {
    const started = performance.now();
    const leaving = new AbortController();
    const id = requestId(request);
    const origin = originOf(request, id);
    const exchange = { request, response, id, origin, leaving, bodies, facts: { bytes: 0 } };
    response.setHeader("X-Request-Id", exchange.id);
    secure(response);
    const forget = connections(request.socket, over);
    response.once("close", over);
    if (response.destroyed) {
      // The client disconnected before the host called the router. The close event has already been emitted.
      leaving.abort(new ClientGone());
      process.nextTick(over);
    }
    return exchange;

    function over(): void {
      forget();
      response.off("close", over);
      if (!response.writableFinished) leaving.abort(new ClientGone());
      try {
        log?.(recordOf(exchange, performance.now() - started));
      } catch (error) {
        // Report errors of the host's log function, because no caller catches them and they would crash the process.
        report?.(error, exchange.id);
      }
    }
  };
}

function bodyLimits({
  bodyBytes,
  stallMilliseconds = 30_000,
  minBytesPerSecond = 8_192,
}: Partial<RouterOptions>): BodyLimits {
  const minBytes = Math.max(1, (minBytesPerSecond * stallMilliseconds) / 1_000);
  return { budget: bodyBudget(bodyBytes), minBytes, milliseconds: stallMilliseconds };
}

function requestId({ headers }: IncomingMessage): string {
  const header = headers["x-request-id"];
  return typeof header === "string" && acceptableId.test(header) ? header : randomUUID();
}

function recordOf({ request, response, origin, facts }: Exchange, milliseconds: number): RequestLog {
  const { principal } = facts;
  return {
    ...origin,
    method: request.method ?? "",
    ...(facts.route !== undefined && { route: facts.route }),
    ...(facts.status !== undefined && { status: facts.status }),
    milliseconds: Math.round(milliseconds * 10) / 10,
    bytes: facts.bytes,
    ...(principal && { accountId: principal.account, credentialId: principal.id, credentialKind: principal.kind }),
    ...(facts.filters && { filters: facts.filters }),
    ...(facts.rows !== undefined && { rows: facts.rows }),
    ...(facts.recorded && { recorded: true as const }),
    ...(facts.reason !== undefined && { reason: facts.reason }),
    aborted: !response.writableFinished && !facts.broken,
  };
}

/** A request for the audit trail of an account. */
export type AuditedRequest = { readonly account: AccountId; readonly record: AuditRecord };

/**
 * Converts the log record of a request to an audit record. `cutBy` is the reason if the client received an incomplete
 * response. Returns `undefined` for anonymous requests, rate-limited requests and requests that are already recorded.
 */
export function auditRecordOf(
  request: RequestLog,
  at: Instant,
  cutBy: AuditOrigin["cut"] = "disconnect",
): AuditedRequest | undefined {
  const { accountId: account, credentialId: id, credentialKind: kind, status, recorded } = request;
  if (account === undefined || id === undefined || kind === undefined || recorded || status === 429) return undefined;
  return { account, record: byPrincipal({ account, kind, id }, eventOf(request, at, cutBy)) };
}

function eventOf(request: RequestLog, at: Instant, cutBy: AuditOrigin["cut"]) {
  const { requestId, address, userAgent, method, route, filters = [], rows = null, reason, aborted } = request;
  // If a response has a reason, such as `client_stalled`, the server itself ended the response early.
  const isCut = aborted && reason === undefined;
  return {
    at,
    action: `${method} ${route}`,
    filters,
    rows,
    outcome: reason ?? (aborted ? "aborted" : "ok"),
    origin: { requestId, ...defined({ address, userAgent, cut: isCut ? cutBy : undefined }) },
  };
}

/** Returns the public path under which the host has mounted the router. */
export const mountOf = ({ baseUrl: path }: MountedRequest, { baseUrl }: RouterOptions): string =>
  (baseUrl ?? path ?? "").replace(/\/$/, "");

/** A request from Node or from a framework. Only Express sets `app`. */
type AnyRequest = IncomingMessage & { readonly app?: unknown; readonly ip?: unknown };

/** Returns the origin of a request for the audit trail. The client must still be connected. */
const originOf = (request: AnyRequest, requestId: string): RequestOrigin => ({
  requestId,
  ...defined({
    address: originText(remoteAddress(request)),
    userAgent: originText(request.headers["user-agent"] ?? ""),
  }),
});

/**
 * Returns the address of the client. Behind trusted proxies, returns the address that the proxies forward.
 * A host other than Express, such as Fastify, sets the address as an own property `ip`.
 */
export function remoteAddress(request: AnyRequest): string {
  const { ip } = Object.hasOwn(request, "ip") ? request : { ip: request.app && Reflect.get(express, "ip", request) };
  return typeof ip === "string" ? ip : (request.socket.remoteAddress ?? "");
}

/**
 * Sets Helmet's security headers for an API that serves data. `Strict-Transport-Security` does not include
 * subdomains.
 */
function securityHeaders(): (response: ServerResponse) => void {
  const directives = { "default-src": ["'none'"], "frame-ancestors": ["'none'"] };
  const apply = helmet({
    contentSecurityPolicy: { useDefaults: false, directives },
    strictTransportSecurity: { includeSubDomains: false },
  });
  const headers = headersSetBy(apply);
  return (response) => {
    response.removeHeader("X-Powered-By");
    for (const [name, value] of headers) response.setHeader(name, value);
  };
}

/** Records the headers that Helmet sets. Helmet runs only once, because all responses have the same headers. */
function headersSetBy(apply: ReturnType<typeof helmet>): readonly (readonly [name: string, value: string])[] {
  const headers: [string, string][] = [];
  const recorder = { setHeader: (name: string, value: string) => headers.push([name, value]), removeHeader: () => {} };
  apply({} as IncomingMessage, recorder as unknown as ServerResponse, passOn);
  return headers;
}

function passOn(error?: unknown): void {
  if (error !== undefined) throw error;
}

/** Calls `closed` when the socket closes. The returned function removes the callback. */
type Connections = (socket: Socket, closed: () => void) => () => void;

/**
 * Watches sockets for their close event, with one listener per socket regardless of the number of waiting requests.
 * The socket is watched because Node emits no close event on a pipelined response.
 */
function watchConnections(): Connections {
  const waiting = new WeakMap<Socket, Set<() => void>>();
  return (socket, closed) => {
    const known = waiting.get(socket) ?? new Set();
    if (!waiting.has(socket)) {
      waiting.set(socket, known);
      socket.once("close", () => known.forEach((call) => call()));
    }
    known.add(closed);
    return () => known.delete(closed);
  };
}
