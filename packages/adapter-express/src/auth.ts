import type { IncomingMessage } from "node:http";
import type { Audience, Credential, Domain } from "@repute/domain";
import { HttpProblem } from "./answering/problem.js";
import type { Exchange } from "./exchange.js";
import type { RouterOptions } from "./options.js";
import type { Access } from "./route.js";

/** The audience that may call an endpoint of a version whose data sync is for `dataSync`; nobody in particular if it is open. */
export function audienceOf(access: Access, dataSync: Audience): Audience | undefined {
  if (access === "open") return undefined;
  return access === "data-sync" ? dataSync : access;
}

/** Finds out who asks, and puts the use of the credential on record without making the request wait for it. */
export function authenticator({ access }: Domain, { report }: RouterOptions) {
  return async ({ request, id, facts }: Exchange, audience: Audience): Promise<Credential> => {
    const { credential, noteworthy } = await access.authenticate(audience, tokenOf(request));
    facts.credential = credential;
    if (noteworthy) access.noteUse(credential).catch((error: unknown) => report(error, id));
    return credential;
  };
}

/** Access tokens are not issued, so what is sent as one is no token of ours, even if it is the text of another kind. */
const noAccessToken = "";

function tokenOf(request: IncomingMessage): string | undefined {
  const tokens = headerValues(request, "api-token");
  const bearers = headerValues(request, "authorization").filter((value) => /^bearer(?: |$)/i.test(value));
  if (tokens.length + bearers.length > 1) {
    throw new HttpProblem(400, "several_credentials", "send one credential: either api-token or Authorization, once");
  }
  return bearers.length > 0 ? noAccessToken : tokens[0];
}

/** All values of a header: Node itself joins or drops doubled ones. */
function headerValues({ rawHeaders }: IncomingMessage, name: string): readonly string[] {
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name);
}
