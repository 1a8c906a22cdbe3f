import { byService } from "../../foundation/audit/audit-record.js";
import type { AuditWriter } from "../../foundation/audit/audit-store.js";
import { base62, numberOf } from "../../foundation/kernel/base62.js";
import { isDomainError } from "../../foundation/kernel/domain-error.js";
import { type Clock, type Instant, minute, plus } from "../../foundation/kernel/instant.js";
import type { JobStore } from "../../foundation/kernel/job-store.js";
import type { Secrets } from "../../foundation/kernel/secrets.js";
import type { Transactions } from "../../foundation/kernel/storage.js";
import type { InvitationMail, InvitationMailer } from "./invitation-mailer.js";
import type { InvitationDirectory, InvitationOwner, InvitationStore } from "./invitation-store.js";
import { newInvitationToken } from "./invitation-token.js";
import { attempted, type Invitation, isOpen, sent } from "./invitation.js";
import { allowedFrom, mailboxHash, mailLimited } from "./mail-limits.js";
import { mailName } from "./mail-name.js";
import type { UserStore } from "./user-store.js";

/**
 * Result of trying to mail an invitation. `none` means that no invitation was due or another process was mailing.
 * `put_off` means that a limit postponed the invitation.
 */
export type MailingOutcome =
  { readonly outcome: "none" | "sent" | "put_off" } | { readonly outcome: "failed"; readonly error: unknown };

type MailingStores = {
  readonly users: Pick<UserStore, "byIds">;
  readonly invitations: InvitationStore;
  readonly audit: AuditWriter;
};

type MailingPorts = {
  readonly storage: Transactions<MailingStores> & {
    readonly invitations: InvitationDirectory;
    readonly jobs: JobStore;
  };
  readonly clock: Clock;
  readonly secrets: Pick<Secrets, "randomBytes" | "sha256" | "hmacSha256">;
  readonly invitationMailer?: InvitationMailer;
};

type Letter = { readonly mail: InvitationMail; readonly number: number };

const job = "invitations";

/**
 * Duration of the job's lease in milliseconds, longer than the mailer needs. If a process crashes, other processes can
 * mail invitations after this time.
 */
const patience = minute;

/**
 * Mails the invitation that has been due longest. Only one process mails at a time.
 *
 * Each attempt has its own link, and only the link's hash is stored. All links of an invitation stay valid, because an
 * earlier message may have arrived despite an error. The next attempt is scheduled before the message is sent, so a
 * crash loses no invitation.
 */
export function mailInvitation(ports: MailingPorts, address: () => string | undefined) {
  const { storage, clock, secrets, invitationMailer } = ports;
  return async (): Promise<MailingOutcome> => {
    const [base, began] = [address(), clock()];
    if (!invitationMailer || base === undefined || !(await storage.invitations.due(began))) return { outcome: "none" };
    const holder = base62(numberOf(secrets.randomBytes(16)), 22);
    // The job may run even if it has just run: a `due` in the future is later than any earlier run.
    const request = { holder, now: began, until: plus(began, patience), due: plus(began, 1) };
    if (!(await storage.jobs.take(job, request))) return { outcome: "none" };
    try {
      const owner = await storage.invitations.due(clock());
      const letter = owner && (await prepare(ports, owner, base));
      if (!letter) return { outcome: "none" };
      return letter === "put_off" ? { outcome: letter } : await send(ports, owner, letter, invitationMailer);
    } finally {
      await storage.jobs.finish(job, holder, began);
    }
  };
}

/**
 * Schedules the next attempt and creates a link. Returns `undefined` if the invitation is no longer due, and `put_off`
 * if a limit postpones the invitation. Only the first message of an invitation counts toward the limits.
 */
function prepare(
  { storage, secrets }: MailingPorts,
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
  ports: MailingPorts,
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
  { storage, clock }: MailingPorts,
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
