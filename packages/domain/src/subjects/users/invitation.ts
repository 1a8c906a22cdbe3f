import { noLongerAvailable, notFound } from "../../foundation/kernel/domain-error.js";
import type { UserId } from "../../foundation/kernel/ids.js";
import { day, hour, type Instant, minute, plus } from "../../foundation/kernel/instant.js";

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
