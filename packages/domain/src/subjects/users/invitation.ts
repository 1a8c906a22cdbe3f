import { gone, notFound } from "../../foundation/kernel/domain-error.js";
import type { UserId } from "../../foundation/kernel/ids.js";
import type { Instant } from "../../foundation/kernel/instant.js";
import { day, hour, minute, plus } from "../../foundation/kernel/instant.js";

/** Latest invitation of a user to set a password. */
export type Invitation = {
  readonly user: UserId;
  /** Sequence number of the user's invitations. Only links of the latest one are valid. */
  readonly number: number;
  readonly invitedAt: Instant;
  /** End of the validity of its links. */
  readonly endsAt: Instant;
  /** Number of attempts to mail the invitation. */
  readonly attempts: number;
  /** Time of the next attempt, or `null` if no attempt is planned. */
  readonly dueAt: Instant | null;
  readonly sentAt: Instant | null;
  /** Error code of the last failed attempt. */
  readonly failure: string | null;
  /** Time when a password was set or the invitation was revoked, otherwise `null`. */
  readonly closedAt: Instant | null;
};

/** Validity of the links of an invitation. */
const invitationLasts = 7 * day;

/** Time after its end during which an ended link is distinguished from an unknown one. */
export const linksKnown = 30 * day;

const [firstPause, longestPause] = [minute, 6 * hour];

/** Creates a user's next invitation, due immediately. */
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

/** Returns true if the invitation can still be used to set a password. */
export const isOpen = ({ closedAt, endsAt }: Invitation, now: Instant): boolean => closedAt === null && now < endsAt;

/** Records an attempt. Schedules the next one with exponential backoff, unless the invitation ends first. */
export function attempted(invitation: Invitation, now: Instant): Invitation {
  const again = plus(now, Math.min(firstPause * 2 ** invitation.attempts, longestPause));
  return { ...invitation, attempts: invitation.attempts + 1, dueAt: again < invitation.endsAt ? again : null };
}

export const sent = (invitation: Invitation, now: Instant): Invitation => ({
  ...invitation,
  sentAt: now,
  dueAt: null,
  failure: null,
});

/** Closes an invitation, so that its links become invalid. */
export const closed = (invitation: Invitation, now: Instant): Invitation => ({
  ...invitation,
  dueAt: null,
  closedAt: now,
});

export const invitationNotFound = () => notFound("invitation_not_found", "the invitation does not exist");

export const invitationOver = () =>
  gone("invitation_over", "the invitation was used, has expired, or was replaced by a newer one");
