import type { IncomingMessage } from "node:http";
import { type Audience, type Caller, type Domain, type Principal, refused, refusedAs } from "@repute/domain";
import type { Exchange } from "./exchange.js";
import { hostLogin } from "./host-login.js";
import type { RouterOptions } from "./options.js";
import { headerValues } from "./reading/header-values.js";
import { fixedProblem } from "./responding/fixed-problem.js";
import type { Access } from "./route.js";

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
    return bearer === undefined ? access.authenticate(audience, token) : access.authenticateBearer(audience, bearer);
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
