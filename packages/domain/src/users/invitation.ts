import { gone, notFound } from "../kernel/domain-error.js";
import type { UserId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";
import { day, hour, minute, plus } from "../kernel/instant.js";

/** A user's latest invitation to set a password. */
export type Invitation = {
  readonly user: UserId;
  /** Counts the invitations of its user: the links of earlier ones open nothing. */
  readonly number: number;
  readonly invitedAt: Instant;
  /** From then on its links open nothing. */
  readonly endsAt: Instant;
  /** How often it was given to the mailer. */
  readonly attempts: number;
  /** When it is to be given to the mailer; `null` when it is not to be sent any more. */
  readonly dueAt: Instant | null;
  readonly sentAt: Instant | null;
  /** The code of why it could not be sent the last time. */
  readonly failure: string | null;
  /** When a password was set by it, or it was called off; `null` until then. */
  readonly closedAt: Instant | null;
};

/** For so long the links of an invitation can be opened. */
const invitationLasts = 7 * day;

/** For so long after that a link is told from one that never was. */
export const linksKnown = 30 * day;

const [firstPause, longestPause] = [minute, 6 * hour];

/** A user's next invitation after the one before; to be sent at once. */
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

/** Whether a password can be set by it. */
export const isOpen = ({ closedAt, endsAt }: Invitation, now: Instant): boolean => closedAt === null && now < endsAt;

/** The invitation while it is being sent: due again, later each time, unless its end comes first. */
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

/** The invitation once its links open nothing more. */
export const closed = (invitation: Invitation, now: Instant): Invitation => ({
  ...invitation,
  dueAt: null,
  closedAt: now,
});

export const invitationNotFound = () => notFound("invitation_not_found", "the invitation does not exist");

export const invitationOver = () =>
  gone("invitation_over", "the invitation was used, has expired, or was replaced by a newer one");
