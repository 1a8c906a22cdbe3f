import type { Request, Response } from "express";
import { ipKeyGenerator, MemoryStore, rateLimit } from "express-rate-limit";
import type { Exchange } from "./exchange.js";
import type { RouterOptions } from "./options.js";
import { remoteAddress } from "./request-origin.js";
import { fixedProblem } from "./responding/fixed-problem.js";

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

/** Returns the client address that requests are counted by. IPv6 clients are counted by network prefix. */
const addressOf = ({ request }: Exchange): string => ipKeyGenerator(remoteAddress(request));
