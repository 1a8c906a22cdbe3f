import type { AccountId } from "../../foundation/kernel/ids.js";
import { day, type Instant, plus } from "../../foundation/kernel/instant.js";
import type { Secrets } from "../../foundation/kernel/secrets.js";
import type { InvitationStore } from "./invitation-store.js";

/** Maximum number of invitations that an account sends to one address within 24 hours. */
const mailsPerAddress = 2;

/** Maximum number of invitations that an account sends within 24 hours. */
export const mailsPerAccount = 500;

/** Failure code of an invitation that a limit postponed. */
export const mailLimited = "mail_limited";

const utf8 = new TextEncoder();

/**
 * Returns a keyed hash of the mailbox to which an email address belongs.
 *
 * Ignores case, dots before the `@` and a `+tag`, as many mail servers do, and the spelling of an international domain.
 * The hash depends on the account, so that hashes of different accounts cannot be compared.
 */
export function mailboxHash({ hmacSha256 }: Pick<Secrets, "hmacSha256">, account: AccountId, email: string): string {
  const address = email.trim().normalize("NFKC").toLowerCase();
  const at = address.lastIndexOf("@");
  const name = address.slice(0, at).replaceAll(".", "");
  const tag = name.indexOf("+", 1);
  const mailbox = `${tag === -1 ? name : name.slice(0, tag)}@${hostOf(address.slice(at + 1))}`;
  const hash = hmacSha256(utf8.encode(`invitations of account ${account}`), mailbox);
  return [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Converts a domain to its ASCII form, such as `xn--bcher-kva.example`. */
function hostOf(domain: string): string {
  const url = `http://${domain}`;
  return URL.canParse(url) ? new URL(url).origin.slice("http://".length) : domain;
}

/** Returns the time from which another message to an address is allowed, or `undefined` if it is allowed now. */
export async function allowedFrom(
  invitations: Pick<InvitationStore, "countedSince">,
  account: AccountId,
  address: string,
  now: Instant,
): Promise<Instant | undefined> {
  const since = plus(now, -day);
  const toAddress = await invitations.countedSince(account, since, mailsPerAddress, address);
  const byAccount = await invitations.countedSince(account, since, mailsPerAccount);
  const blocking = [toAddress[mailsPerAddress - 1], byAccount[mailsPerAccount - 1]].filter((at) => at !== undefined);
  return blocking.length === 0 ? undefined : plus(Math.max(...blocking) as Instant, day);
}
