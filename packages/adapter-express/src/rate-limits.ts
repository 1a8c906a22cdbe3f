import type { Request, Response } from "express";
import { ipKeyGenerator, MemoryStore, rateLimit } from "express-rate-limit";
import { HttpProblem } from "./responding/problem.js";
import type { Exchange } from "./exchange.js";
import type { RouterOptions } from "./options.js";
import { remoteAddress } from "./request-origin.js";

/** Counts an exchange, and refuses one that is too many in its minute. */
type Limit = (exchange: Exchange) => Promise<void>;

/** What the routes of a router are limited by. Nothing is shared with other routers and other processes. */
export type RateLimits = {
  readonly credential: Limit;
  /** Counts whoever asks for a token, by address. */
  readonly address: Limit;
  /** Counts a client that has proved who it is; its address, which others may share, is not charged then. */
  readonly client: Limit;
  /** Counts whoever looks at a widget, by address. */
  readonly visitor: Limit;
  /** Counts whoever opens an invitation, by address. */
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

/** The key goes by the request, which is all that the counter gets to see. */
function limitBy(keyOf: (exchange: Exchange) => string, limit: number, store = new MemoryStore()): Limit {
  if (limit === 0) return async () => {};
  const keys = new WeakMap<object, string>();
  const count = rateLimit({
    windowMs: 60_000,
    limit,
    store,
    standardHeaders: "draft-7",
    legacyHeaders: false,
    // A host may have put such a counter before us, with its own numbers in the request.
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

const tooMany = () =>
  new HttpProblem(429, "too_many_requests", "too many requests; retry after the number of seconds in Retry-After");

const credentialOf = ({ facts: { principal } }: Exchange): string => `${principal?.kind} ${principal?.id}`;

/** Behind proxies that the host trusts, the address that they name. Of IPv6, the network that a customer usually gets. */
const addressOf = ({ request }: Exchange): string => ipKeyGenerator(remoteAddress(request));
