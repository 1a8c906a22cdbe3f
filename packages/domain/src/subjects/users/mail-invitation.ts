import { byService } from "../../foundation/accounts/audit-trail.js";
import { asciiDomain } from "../../foundation/kernel/contact-details.js";
import { DomainError, isDomainError, unavailable } from "../../foundation/kernel/domain-error.js";
import { base62, numberOf, type Secrets } from "../../foundation/kernel/encodings.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import type { JobName } from "../../foundation/kernel/jobs.js";
import type { Ports } from "../../foundation/kernel/storage.js";
import { day, type Instant, minute, plus } from "../../foundation/kernel/times.js";
import {
  attempted,
  type Invitation,
  type InvitationOwner,
  type InvitationStore,
  isOpen,
  newInvitationToken,
  sent,
} from "./invitation.js";

/**
 * Result of trying to mail what is due. `none` means that nothing was due or another process was mailing. `put_off` means that
 * a limit postponed an invitation, or that a user has no news.
 */
export type MailingOutcome =
  { readonly outcome: "none" | "sent" | "put_off" } | { readonly outcome: "failed"; readonly error: unknown };

type Letter = { readonly mail: InvitationMail; readonly number: number };

/**
 * Mails the invitation that has been due longest. Only one process mails at a time.
 *
 * Each attempt has its own link, and only the link's hash is stored. All links of an invitation stay valid, because an
 * earlier message may have arrived despite an error. The next attempt is scheduled before the message is sent, so a
 * crash loses no invitation.
 */
export function mailInvitation(ports: Ports, address: () => string | undefined) {
  const { storage, invitationMailer } = ports;
  return async (): Promise<MailingOutcome> => {
    const base = address();
    if (!invitationMailer || base === undefined) return { outcome: "none" };
    return mailNext(ports, "invitations", storage.invitations.due, async (owner) => {
      const letter = await prepare(ports, owner, base);
      if (!letter) return { outcome: "none" };
      return letter === "put_off" ? { outcome: letter } : send(ports, owner, letter, invitationMailer);
    });
  };
}

/**
 * Duration of a mailing job's lease in milliseconds, longer than the mailer needs. If a process crashes, other processes can
 * mail after this time.
 */
const patience = minute;

/** Passes what has been due longest to `work`, unless another process mails. */
export async function mailNext<Owner>(
  { storage, clock, secrets }: Ports,
  job: JobName,
  due: (now: Instant) => Promise<Owner | undefined>,
  work: (owner: Owner) => Promise<MailingOutcome>,
): Promise<MailingOutcome> {
  const began = clock();
  if (!(await due(began))) return { outcome: "none" };
  const holder = base62(numberOf(secrets.randomBytes(16)), 22);
  // The job may run even if it has just run: a `due` in the future is later than any earlier run.
  const request = { holder, now: began, until: plus(began, patience), due: plus(began, 1) };
  if (!(await storage.jobs.take(job, request))) return { outcome: "none" };
  try {
    const owner = await due(clock());
    return owner ? await work(owner) : { outcome: "none" };
  } finally {
    await storage.jobs.finish(job, holder, began);
  }
}

/**
 * Schedules the next attempt and creates a link. Returns `undefined` if the invitation is no longer due, and `put_off`
 * if a limit postpones the invitation. Only the first message of an invitation counts toward the limits.
 */
function prepare(
  { storage, secrets }: Ports,
  owner: InvitationOwner,
  base: string,
): Promise<Letter | "put_off" | undefined> {
  const { account, practice } = owner;
  return storage.transact(account, async ({ users, invitations }, now) => {
    const [user] = await users.byIds(account, [owner.user]);
    const [invitation] = await invitations.byUsers(account, [owner.user]);
    if (!invitation || invitation.dueAt === null || invitation.dueAt > now) return undefined;
    if (!user || user.active || !isOpen(invitation, now)) {
      await invitations.save(account, [{ ...invitation, dueAt: null }]);
      return undefined;
    }
    const address = mailboxHash(secrets, account, user.email);
    const isFirst = invitation.attempts === 0;
    const allowed = isFirst ? await allowedFrom(invitations, account, address, now) : undefined;
    if (allowed !== undefined) {
      await invitations.save(account, [putOff(invitation, allowed)]);
      return "put_off";
    }
    const token = newInvitationToken(secrets);
    const { number, endsAt } = invitation;
    const counted = isFirst ? { address, at: now } : null;
    await invitations.addLink(account, { hash: secrets.sha256(token), user: user.id, number, until: endsAt, counted });
    await invitations.save(account, [attempted(invitation, now)]);
    const to = { name: mailName(user.name), email: user.email };
    return { mail: { to, practice, link: `${base}/invitation/${token}`, endsAt }, number };
  });
}

const putOff = (invitation: Invitation, until: Instant): Invitation => ({
  ...invitation,
  dueAt: until < invitation.endsAt ? until : null,
  failure: mailLimited,
});

async function send(
  ports: Ports,
  owner: InvitationOwner,
  { mail, number }: Letter,
  mailer: InvitationMailer,
): Promise<MailingOutcome> {
  try {
    await mailer.send(mail);
  } catch (error) {
    const failure = isDomainError(error) ? error.code : "mail_failed";
    await note(ports, owner, number, failure, (invitation) => ({ ...invitation, failure }));
    return { outcome: "failed", error };
  }
  await note(ports, owner, number, "ok", sent);
  return { outcome: "sent" };
}

/**
 * Adds the result of an attempt to the audit trail. Also stores the result in the invitation, unless there is a newer
 * invitation.
 */
function note(
  { storage, clock }: Ports,
  { account, user }: InvitationOwner,
  number: number,
  outcome: string,
  change: (invitation: Invitation, now: Invitation["invitedAt"]) => Invitation,
): Promise<void> {
  return storage.transact(account, async ({ invitations, audit }, now) => {
    const [invitation] = await invitations.byUsers(account, [user]);
    if (invitation?.number === number && invitation.closedAt === null) {
      await invitations.save(account, [change(invitation, now)]);
    }
    const event = { at: clock(), action: "send_invitation", subject: `user ${user}`, rows: 1, outcome };
    await audit.append(account, [byService(event)]);
  });
}

/** Contents of an invitation email. If the name is empty, the greeting does not contain a name. */
export type InvitationMail = {
  readonly to: { readonly name: string; readonly email: string };
  readonly practice: string;
  /** Link to the page on which the user sets a password. Anyone who has the link can set the password. */
  readonly link: string;
  readonly endsAt: Instant;
};

export interface InvitationMailer {
  /**
   * Sends an invitation. Resolves when the mail server has accepted the message, and settles within 40 seconds. Rejects
   * with `mail_unavailable` if email cannot be sent at the moment, and with `mail_refused` if the server rejected this
   * message. Errors contain neither the link nor the address.
   */
  send(mail: InvitationMail): Promise<void>;
}

export const mailUnavailable = (cause?: unknown) =>
  unavailable("mail_unavailable", "email is temporarily unavailable", cause);

export const mailRefused = (cause?: unknown) =>
  new DomainError("unprocessable", "mail_refused", "the mail server refused the message", { cause });

/** Maximum number of invitations that an account sends to one address within 24 hours. */
const mailsPerAddress = 2;

/** Maximum number of invitations that an account sends within 24 hours. */
export const mailsPerAccount = 500;

/** Failure code of an invitation that a limit postponed. */
const mailLimited = "mail_limited";

const utf8 = new TextEncoder();

/**
 * Returns a keyed hash of the mailbox to which an email address belongs.
 *
 * Ignores case, dots before the `@` and a `+tag`, as many mail servers do, and the spelling of an international domain.
 * The hash depends on the account, so that hashes of different accounts cannot be compared.
 */
function mailboxHash({ hmacSha256 }: Pick<Secrets, "hmacSha256">, account: AccountId, email: string): string {
  const address = email.trim().normalize("NFKC").toLowerCase();
  const at = address.lastIndexOf("@");
  const name = address.slice(0, at).replaceAll(".", "");
  const tag = name.indexOf("+", 1);
  const mailbox = `${tag === -1 ? name : name.slice(0, tag)}@${asciiDomain(address.slice(at + 1))}`;
  const hash = hmacSha256(utf8.encode(`invitations of account ${account}`), mailbox);
  return [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Returns the time from which another message to an address is allowed, or `undefined` if it is allowed now. */
async function allowedFrom(
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

const maxNameLength = 60;

const shapeOfName = /^[\p{L}\p{M}\u200c\u200d .,'’ʼ&()-]+$/u;

/**
 * Matches the end of a host name, such as `.com`. Mail programs turn host names into links. Combining marks and joiners
 * count as letters, as in `.कॉम`.
 */
const hostName = /\.[\p{L}\p{M}\u200c\u200d]{2}/u;

/**
 * Returns the name for the greeting of an email, or an empty string if the name is unlikely to be a person's name. A
 * greeting must not contain a link, number, address or sentence, because Repute is the sender.
 */
export function mailName(name: string): string {
  const plain = name.length > 500 ? "" : name.normalize("NFKC").trim();
  const isName = plain.length <= maxNameLength && shapeOfName.test(plain) && !hostName.test(plain);
  return isName ? plain : "";
}
