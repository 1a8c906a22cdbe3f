import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Principal, RequestOrigin } from "@repute/domain";
import type { Request } from "express";
import { watchConnections } from "./connections.js";
import type { BodyBudget } from "./reading/body-budget.js";
import { bodyBudget } from "./reading/body-budget.js";
import type { RequestLog, RouterOptions } from "./options.js";
import { originOf } from "./request-origin.js";
import { securityHeaders } from "./responding/security-headers.js";

/** A request as Express hands it on; a server that refuses one itself has no more than Node's own. */
export type MountedRequest = IncomingMessage & Partial<Pick<Request, "app" | "baseUrl" | "params">>;

/** A request, its response, and what is known about them. */
export type Exchange = {
  readonly request: MountedRequest;
  readonly response: ServerResponse;
  readonly id: string;
  readonly origin: RequestOrigin;
  /** Its signal is aborted when the connection ends before the response is complete; Node makes none for those who ask for none. */
  readonly leaving: Pick<AbortController, "signal">;
  readonly bodies: BodyLimits;
  /** Filled in on the way, for the log. */
  readonly facts: Facts;
};

/** Limits for request bodies, shared by all exchanges of a router. */
type BodyLimits = {
  readonly budget: BodyBudget;
  /** Minimum number of bytes that a body must bring in each period of this many milliseconds. */
  readonly leastBytes: number;
  readonly milliseconds: number;
};

type Facts = {
  route?: string;
  /** What errors are told in: the words of OAuth, or a page; problem+json when absent. */
  errors?: "oauth" | "page";
  principal?: Principal;
  filters?: readonly string[];
  rows?: number;
  /** Its use case has put it on record itself. */
  recorded?: boolean;
  reason?: string;
  /** It was us who broke the response off. */
  broken?: boolean;
  bytes: number;
};

/** Thrown to give up a response that nobody waits for. */
export class ClientGone extends Error {
  override readonly name = "ClientGone";
}

/** A UUID, or the id of a trace as W3C Trace Context has it: nothing else of a caller's own making gets into the log. */
const acceptableId = /^(?:[\da-f]{32}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i;

/** What begins exchanges: gives the response its id and security headers and logs the request when it is over. */
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
      // The host took its time and the client left meanwhile: nothing closes any more that we could wait for.
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
        // Nobody else could catch it here: a fault of the host's log must not end the host.
        report?.(error, exchange.id);
      }
    }
  };
}

function bodyLimits({
  bodyBytes,
  stallMilliseconds = 30_000,
  leastBytesPerSecond = 8_192,
}: Partial<RouterOptions>): BodyLimits {
  const leastBytes = Math.max(1, (leastBytesPerSecond * stallMilliseconds) / 1_000);
  return { budget: bodyBudget(bodyBytes), leastBytes, milliseconds: stallMilliseconds };
}

function requestId({ headers }: IncomingMessage): string {
  const given = headers["x-request-id"];
  return typeof given === "string" && acceptableId.test(given) ? given : randomUUID();
}

function recordOf({ request, response, origin, facts }: Exchange, milliseconds: number): RequestLog {
  const { principal } = facts;
  return {
    ...origin,
    method: request.method ?? "",
    ...(facts.route !== undefined && { route: facts.route }),
    ...(response.headersSent && { status: response.statusCode }),
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
