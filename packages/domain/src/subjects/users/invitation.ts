import { byOperator } from "../../foundation/accounts/audit-trail.js";
import { noLongerAvailable, notFound } from "../../foundation/kernel/domain-error.js";
import { base62, numberOf, type Secrets } from "../../foundation/kernel/encodings.js";
import type { AccountId, UserId } from "../../foundation/kernel/ids.js";
import type { Ports } from "../../foundation/kernel/storage.js";
import { day, hour, type Instant, minute, plus } from "../../foundation/kernel/times.js";
import { type User, userActive, userNotFound } from "./user.js";

/** Invitation that asks a user to set a password. Each user has at most one, the latest. */
export type Invitation = {
  readonly user: UserId;
  /** Sequence number of the invitation for this user. Only the links of the user's latest invitation are valid. */
  readonly number: number;
  readonly invitedAt: Instant;
  /** Time when the links of the invitation expire. */
  readonly endsAt: Instant;
  /** Number of attempts to mail the invitation. */
  readonly attempts: number;
  /** Time of the next attempt to mail the invitation, or `null` if no attempt is scheduled. */
  readonly dueAt: Instant | null;
  readonly sentAt: Instant | null;
  /** Error code if the last attempt failed or a limit postponed the invitation, otherwise `null`. */
  readonly failure: string | null;
  /** Time when the user set a password or the invitation was revoked, otherwise `null`. */
  readonly closedAt: Instant | null;
};

/** Time in milliseconds for which the links of an invitation are valid. */
const invitationLasts = 7 * day;

/**
 * Time in milliseconds for which expired links remain stored. During this time, the error says that the link has
 * expired. Later, the link is unknown.
 */
export const linksKnown = 30 * day;

const [firstPause, maxPause] = [minute, 6 * hour];

/** Creates the next invitation of a user. The invitation is due immediately. */
export const nextInvitation = (user: UserId, before: Invitation | undefined, now: Instant): Invitation => ({
  user,
  number: (before?.number ?? 0) + 1,
  invitedAt: now,
  endsAt: plus(now, invitationLasts),
  attempts: 0,
  dueAt: now,
  sentAt: null,
  failure: null,
  closedAt: null,
});

/** Returns true if the user can still set a password with the invitation. */
export const isOpen = ({ closedAt, endsAt }: Invitation, now: Instant): boolean => closedAt === null && now < endsAt;

/**
 * Counts an attempt to mail the invitation. Schedules the next attempt with exponential backoff, unless the invitation
 * expires first.
 */
export function attempted(invitation: Invitation, now: Instant): Invitation {
  const again = plus(now, Math.min(firstPause * 2 ** invitation.attempts, maxPause));
  return { ...invitation, attempts: invitation.attempts + 1, dueAt: again < invitation.endsAt ? again : null };
}

export const sent = (invitation: Invitation, now: Instant): Invitation => ({
  ...invitation,
  sentAt: now,
  dueAt: null,
  failure: null,
});

/** Closes an invitation, which makes its links invalid. */
export const closed = (invitation: Invitation, now: Instant): Invitation => ({
  ...invitation,
  dueAt: null,
  closedAt: now,
});

export const invitationNotFound = () => notFound("invitation_not_found", "the invitation does not exist");

export const invitationOver = () =>
  noLongerAvailable("invitation_over", "the invitation was used, has expired, or was replaced by a newer one");

/**
 * Link in an invitation email. Consists of the token's SHA-256 hash, the number of the invitation, and the time when
 * the link expires.
 */
export type InvitationLink = {
  readonly hash: string;
  readonly user: UserId;
  readonly number: number;
  readonly until: Instant;
  /**
   * Data for checking the limits, or `null`. Only set for the first message of an invitation.
   * Later messages do not count toward the limits.
   */
  readonly counted: CountedMail | null;
};

/**
 * Message that counts toward the limits of the account and of the address. `address` is a keyed hash of the email
 * address.
 */
export type CountedMail = { readonly address: string; readonly at: Instant };

/** Store of each user's latest invitation, and of the links in invitation emails. */
export interface InvitationStore {
  /** Returns the latest invitations of these users, in any order. */
  byUsers(account: AccountId, users: readonly UserId[]): Promise<Invitation[]>;
  /** Inserts or replaces invitations by user. */
  save(account: AccountId, invitations: readonly Invitation[]): Promise<void>;
  /** Deletes a user's invitation. The links of the invitation remain stored. */
  remove(account: AccountId, user: UserId): Promise<void>;
  /**
   * Returns the times of messages that count toward the limits, newest first. Covers up to `limit` messages after
   * `since`. If `address` is given, only messages to this address count.
   */
  countedSince(account: AccountId, since: Instant, limit: number, address?: string): Promise<Instant[]>;
  addLink(account: AccountId, link: InvitationLink): Promise<void>;
  /** Deletes the links that expired at or before `before`. */
  forgetLinks(account: AccountId, before: Instant): Promise<void>;
}

/** Account and user of an invitation. `practice` is the name of the account. */
export type InvitationOwner = { readonly account: AccountId; readonly practice: string; readonly user: UserId };

/** Looks up invitations before the account is known. Ignores invitations of disabled accounts. */
export interface InvitationDirectory {
  /** Returns the link with this hash and its owner, or `undefined` if the hash is unknown. */
  linkOf(hash: string): Promise<(InvitationOwner & InvitationLink) | undefined>;
  /** Returns the owner of the invitation that has been due longest at `now`, or `undefined` if no invitation is due. */
  due(now: Instant): Promise<InvitationOwner | undefined>;
}

/** Selects a user either by id, or by email address, ignoring case. */
export type UserChoice = { readonly id: UserId } | { readonly email: string };

/** User with the user's latest invitation. `invitation` is `undefined` if the user was never invited. */
export type InvitedUser = { readonly user: User; readonly invitation: Invitation | undefined };

type Invitations = { readonly invitations: Pick<InvitationStore, "byUsers" | "save"> };
/** Creates an invitation that will be mailed as soon as possible. The links of earlier invitations become invalid. */
export async function invite(
  { invitations }: Invitations,
  account: AccountId,
  user: UserId,
  now: Instant,
): Promise<Invitation> {
  const [before] = await invitations.byUsers(account, [user]);
  const invitation = nextInvitation(user, before, now);
  await invitations.save(account, [invitation]);
  return invitation;
}

/** Invites a pending user, even if the user was invited before. Throws `user_not_found` or `user_active`. */
export function inviteAgain({ storage, clock, operator }: Ports) {
  return (account: AccountId, choice: UserChoice): Promise<InvitedUser> =>
    storage.transact(account, async ({ users, invitations, audit }, now) => {
      const [user] = await ("id" in choice
        ? users.byIds(account, [choice.id])
        : users.byEmails(account, [choice.email]));
      if (!user) throw userNotFound();
      if (user.active) throw userActive();
      const invitation = await invite({ invitations }, account, user.id, now);
      const event = { at: clock(), action: "invite_user", subject: `user ${user.id}`, rows: 1 };
      await audit.append(account, [byOperator(event, { operator })]);
      return { user, invitation };
    });
}

/** Lists all users of an account with their latest invitations, sorted by user id. */
export function listInvited({ storage }: Ports) {
  return (account: AccountId): Promise<readonly InvitedUser[]> =>
    storage.read(account, async ({ users, invitations }) => {
      const all = await users.all(account);
      const found = await invitations.byUsers(
        account,
        all.map(({ id }) => id),
      );
      const byUser = new Map(found.map((one) => [one.user, one]));
      return all.map((user) => ({ user, invitation: byUser.get(user.id) }));
    });
}

const shape = /^[0-9A-Za-z]{43}$/;

/** Creates the token of an invitation link: 256 random bits in base 62. */
export const newInvitationToken = (secrets: Pick<Secrets, "randomBytes">): string =>
  base62(numberOf(secrets.randomBytes(32)), 43);

export const isInvitationToken = (text: string): boolean => shape.test(text);
