import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Principal, RequestOrigin } from "@repute/domain";
import type { Request } from "express";
import { watchConnections } from "./connections.js";
import type { RequestLog, RouterOptions } from "./options.js";
import { type BodyBudget, bodyBudget } from "./reading/body-budget.js";
import { originOf } from "./request-origin.js";
import { securityHeaders } from "./responding/security-headers.js";

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
