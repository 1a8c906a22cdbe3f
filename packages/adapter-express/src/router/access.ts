import type { IncomingMessage } from "node:http";
import {
  type Audience,
  type Caller,
  type Domain,
  type HostUser,
  type Principal,
  refused,
  refusedAs,
  unavailable,
} from "@repute/domain";
import type { Request, Response } from "express";
import { ipKeyGenerator, MemoryStore, rateLimit } from "express-rate-limit";
import type { RouterOptions } from "../options.js";
import { headerValues } from "../requests/request-head.js";
import { fixedProblem } from "../responses/problem.js";
import type { Access } from "../route.js";
import { ClientGone, type Exchange, remoteAddress } from "./exchange.js";

/**
 * Returns the audience whose credentials a route accepts, or `undefined` if the route is open.
 * Routes with the access `data-sync` accept the audience `dataSync`, which depends on the API version.
 */
export function audienceOf(access: Access, dataSync: Audience): Audience | undefined {
  if (access === "open") return undefined;
  return access === "data-sync" ? dataSync : access;
}

export function authenticator({ access }: Domain, options: RouterOptions) {
  const { report, ownCredentials = true } = options;
  const hostUser = hostLogin(options);

  async function byCredential(request: IncomingMessage, audience: Audience): Promise<Caller> {
    const { token, bearer } = ownCredentials ? credentialIn(request) : {};
    if (ownCredentials && token === undefined && bearer === undefined) {
      throw refused(refusedAs[audience], { reason: "no_credential" }, missingHint(request, audience));
    }
    // Systems that send files often know only the header Authorization.
    if (bearer === undefined || audience === "loads") return access.authenticate(audience, token ?? bearer);
    return access.authenticateBearer(audience, bearer);
  }

  async function identify(exchange: Exchange, audience: Audience): Promise<Caller> {
    const { request, facts } = exchange;
    const user = hostUser && (await hostUser(exchange));
    const caller = await (user ? access.authenticateHostUser(audience, user) : byCredential(request, audience));
    const before = facts.principal;
    if (before && !isSame(before, caller)) {
      throw refused(refusedAs[audience], { reason: "caller_changed", principal: before });
    }
    facts.principal = caller;
    return caller;
  }

  return {
    identify,
    /** Identifies the caller. Records the use of the credential without delaying the request. */
    async authenticate(exchange: Exchange, audience: Audience): Promise<Caller> {
      const caller = await identify(exchange, audience);
      if (caller.isUseStale) access.noteUse(caller).catch((error: unknown) => report(error, exchange.id));
      return caller;
    },
  };
}

/** True if both are the same caller. While a request waits, a user may log out, and another user may log in. */
const isSame = (one: Principal, other: Principal): boolean =>
  one.account === other.account && one.kind === other.kind && one.id === other.id;

const scheme = /^bearer(?: +|$)/i;

/**
 * Returns the credential in the request.
 * Each kind of credential is valid only in its own header.
 * Throws `several_credentials` if the request has several credentials.
 */
function credentialIn(request: IncomingMessage): { readonly token?: string; readonly bearer?: string } {
  const tokens = headerValues(request, "api-token");
  const bearers = headerValues(request, "authorization").filter((value) => scheme.test(value));
  if (tokens.length + bearers.length > 1) {
    throw fixedProblem("several_credentials");
  }
  const [[token], [bearer]] = [tokens, bearers];
  return {
    ...(token !== undefined && { token }),
    ...(bearer !== undefined && { bearer: bearer.replace(scheme, "") }),
  };
}

const wanted: Readonly<Record<Audience, string>> = {
  "v1-data": "send an account key in the header api-token",
  "v2-data": "send an API token in the header api-token, or an access token in the header Authorization: Bearer",
  users: "send an account key in the header api-token, or an access token in the header Authorization: Bearer",
  loads: "send a loader token or an office token in the header api-token, or in the header Authorization: Bearer",
  office: "send an office token in the header api-token",
  submissions:
    "send an API token or a web-forms token in the header api-token, or an access token in the header Authorization: Bearer",
};

/** Headers in which other services expect a key. */
const foreignHeaders = ["x-api-key", "x-api-token", "api-key"] as const;

/** Returns advice for a request without a credential. Depends only on the names of the headers. */
function missingHint({ headers }: IncomingMessage, audience: Audience): string {
  const foreign = foreignHeaders.find((name) => headers[name] !== undefined);
  return foreign === undefined ? wanted[audience] : `the header ${foreign} is not read; ${wanted[audience]}`;
}

const defaultLimit = 10_000;

/**
 * Returns a function that asks the host who sent a request, or `undefined` if the host does not authenticate requests.
 * The function rejects if the host fails or takes too long.
 */
function hostLogin(options: RouterOptions) {
  if (!options.authenticate) return undefined;
  const { authenticateMilliseconds: limit = defaultLimit } = options;

  async function ask({ request }: Exchange): Promise<HostUser | undefined> {
    try {
      return (await options.authenticate?.(request)) ?? undefined;
    } catch (cause) {
      // Wrap the error, because an error of the domain would be sent to the client.
      throw new Error("the host's authenticate failed", { cause });
    }
  }

  return async (exchange: Exchange): Promise<HostUser | undefined> => {
    const { signal } = exchange.leaving;
    const end = endOf(signal, limit);
    try {
      return await Promise.race([ask(exchange), end.reached]);
    } finally {
      end.clear();
    }
  };
}

/** Returns a promise that rejects after the time limit or when the client disconnects. */
function endOf(leaving: AbortSignal, limit: number) {
  let clear = () => {};
  const reached = new Promise<never>((_, reject) => {
    const leave = () => reject(new ClientGone());
    const timer = setTimeout(() => reject(tooSlow(limit)), limit);
    leaving.addEventListener("abort", leave);
    if (leaving.aborted) leave();
    clear = () => {
      clearTimeout(timer);
      leaving.removeEventListener("abort", leave);
    };
  });
  return { reached, clear };
}

const tooSlow = (limit: number) =>
  unavailable(
    "login_timed_out",
    "the login took too long; try again in a moment",
    new Error(`the host's authenticate did not return within ${limit} ms`),
  );

/** Counts a request. Throws a 429 if the request exceeds the limit. */
type Limit = (exchange: Exchange) => Promise<void>;

/** Rate limits of a router. The counters are not shared with other routers or processes. */
export type RateLimits = {
  readonly credential: Limit;
  /** Counts token requests by address. */
  readonly address: Limit;
  /**
   * Counts token requests by authenticated client.
   * Removes the request from the count of its address, because other clients may share the address.
   */
  readonly client: Limit;
  /** Counts widget requests by address. */
  readonly visitor: Limit;
  /** Counts invitation requests by address. */
  readonly invitation: Limit;
  /** Counts events by tracker. */
  readonly tracker: Limit;
};

export function rateLimits(options: RouterOptions): RateLimits {
  const { requestsPerMinute = 1_200, tokenRequestsPerMinute = 120 } = options;
  const { embedRequestsPerMinute = 600, invitationRequestsPerMinute = 60 } = options;
  const addresses = new MemoryStore();
  const countClient = limitBy(credentialOf, tokenRequestsPerMinute);
  return {
    credential: limitBy(credentialOf, requestsPerMinute),
    address: limitBy(addressOf, tokenRequestsPerMinute, addresses),
    visitor: limitBy(addressOf, embedRequestsPerMinute),
    invitation: limitBy(addressOf, invitationRequestsPerMinute),
    tracker: limitBy(trackerIdOf, requestsPerMinute),
    async client(exchange) {
      await countClient(exchange);
      if (tokenRequestsPerMinute > 0) await addresses.decrement(addressOf(exchange));
    },
  };
}

/** Creates a rate limit that counts requests by the key that `keyOf` returns. */
function limitBy(keyOf: (exchange: Exchange) => string, limit: number, store = new MemoryStore()): Limit {
  if (limit === 0) return async () => {};
  const keys = new WeakMap<object, string>();
  const count = rateLimit({
    windowMs: 60_000,
    limit,
    store,
    standardHeaders: "draft-7",
    legacyHeaders: false,
    // Use a separate property, because the host may use the same middleware with the default property.
    requestPropertyName: "reputeRateLimit",
    validate: false,
    keyGenerator: (request) => keys.get(request) ?? "",
    handler: (_request, _response, next) => next(tooMany()),
  });
  return (exchange) =>
    new Promise((resolve, reject) => {
      keys.set(exchange.request, keyOf(exchange));
      const settle = (error?: unknown) => (error === undefined ? resolve() : reject(error));
      void count(exchange.request as Request, exchange.response as Response, settle);
    });
}

const tooMany = () => fixedProblem("too_many_requests");

/** Returns the key of the caller. Includes the account, because two accounts may have users with the same id. */
const credentialOf = ({ facts: { principal } }: Exchange): string =>
  `${principal?.account} ${principal?.kind} ${principal?.id}`;

/** Returns the id of a tracker in the path. */
export const trackerIdOf = ({ request }: Exchange): string =>
  ((request.params ?? {}) as Readonly<Record<string, string>>)["tracker_id"] ?? "";

/** Returns the client address that requests are counted by. IPv6 clients are counted by network prefix. */
const addressOf = ({ request }: Exchange): string => ipKeyGenerator(remoteAddress(request));
