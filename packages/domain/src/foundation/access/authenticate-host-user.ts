import { originText } from "../audit/audit-record.js";
import { type AccountId, type HostUserId, parseId } from "../kernel/ids.js";
import type { Principal } from "../kernel/principal.js";
import type { AccessPorts } from "./access-ports.js";
import { type Audience, refusedAs } from "./audience.js";
import type { Caller } from "./caller.js";
import { refused } from "./refusal.js";

/** User whom the host application has authenticated. */
export type HostUser = {
  readonly account: AccountId;
  /** Id of the user in the host, with 1 to 200 printable characters. It appears in logs and in the audit trail. */
  readonly id: string;
  /** Parts of the API that the user may use. Defaults to the lists of both versions. */
  readonly audiences?: readonly Audience[];
};

const lists: readonly Audience[] = ["v1-data", "v2-data"];

/**
 * Checks the account and the permissions of a user whom the host has authenticated.
 * Throws a `TypeError` if the user is malformed. Every rejection is an `unauthenticated` error with the same message.
 */
export function authenticateHostUser({ storage }: { readonly storage: Pick<AccessPorts["storage"], "accounts"> }) {
  return async (audience: Audience, user: HostUser): Promise<Caller> => {
    const principal = principalOf(user);
    const refuse = (reason: string, more: { readonly principal?: Principal; readonly error?: unknown }) =>
      refused(refusedAs[audience], { reason, ...more });
    const { account } = principal;
    const status = await storage.accounts.status(account);
    if (!status) throw refuse("unknown_account", { error: new Error(`the host named the unknown account ${account}`) });
    if (status.accountDisabled) {
      throw refuse("account_disabled", {
        principal,
        error: new Error(`the host named the disabled account ${account}`),
      });
    }
    if (!(user.audiences ?? lists).includes(audience)) throw refuse("not_permitted", { principal });
    return { ...principal, isUseStale: false, catalogVersion: status.catalogVersion };
  };
}

/** Checks the types of the user's fields, because the host may be written in JavaScript. */
function principalOf({ account, id, audiences }: HostUser): Principal {
  if (parseId(account) === undefined) throw new TypeError("the account of a host's user must be an account id");
  if (typeof id !== "string" || id === "" || originText(id) !== id) {
    throw new TypeError("the id of a host's user must be a string with 1 to 200 printable characters");
  }
  if (audiences !== undefined && !Array.isArray(audiences)) {
    throw new TypeError("the audiences of a host's user must be an array");
  }
  return { account, kind: "host", id: id as HostUserId };
}
