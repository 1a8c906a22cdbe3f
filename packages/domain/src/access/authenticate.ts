import { DomainError } from "../kernel/domain-error.js";
import type { Ports } from "../ports.js";
import type { Credential } from "./credential.js";
import { isUsable, isUseWorthNoting } from "./credential.js";
import type { Audience } from "./gate.js";
import { accepted, refusal } from "./gate.js";
import { isTokenText } from "./token-text.js";

/** Who asks, and whether this use is worth a note (`noteUse`): the last one on record is an hour old or more. */
export type Caller = { readonly credential: Credential; readonly noteworthy: boolean };

/** Finds out who asks. Every refusal is `unauthenticated` with the same words; the reason travels in `cause`. */
export function authenticate({ storage, clock, secrets }: Pick<Ports, "storage" | "clock" | "secrets">) {
  return async (audience: Audience, token: string | undefined): Promise<Caller> => {
    if (token === undefined) throw refused(audience, "no_credential");
    if (!isTokenText(token)) throw refused(audience, "malformed_token");
    const known = await storage.credentials.byHash(secrets.sha256(token));
    if (!known) throw refused(audience, "unknown_token");
    const { credential, accountDisabled } = known;
    const now = clock();
    if (accountDisabled) throw refused(audience, "account_disabled");
    if (!isUsable(credential, now)) throw refused(audience, "token_not_usable");
    if (!accepted[audience].includes(credential.kind)) throw refused(audience, "wrong_kind_of_token");
    return { credential, noteworthy: isUseWorthNoting(credential, now) };
  };
}

/** Puts a use on record, to the hour. */
export function noteUse({ storage, clock }: Pick<Ports, "storage" | "clock">) {
  return ({ account, id }: Credential): Promise<void> => storage.credentials.noteUse(account, id, clock());
}

function refused(audience: Audience, reason: string): DomainError {
  const { code, message } = refusal[audience];
  return new DomainError("unauthenticated", code, message, { cause: reason });
}
