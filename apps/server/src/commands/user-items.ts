import { type Instant, type Invitation, type InvitedUser, isoInstant } from "@repute/domain";
import { minuteText, table } from "../table.js";

/** Progress of a user from creation to an active account with a password. */
type State = "active" | "not_invited" | "waiting" | "invited" | "ended";

/** Formats a user for operators. Never includes the invitation link. */
export const userItem = ({ user, invitation }: InvitedUser, now: number) => ({
  id: user.id,
  name: user.name,
  email: user.email,
  role: user.role,
  state: stateOf(user.active, invitation, now),
  invitation: invitation
    ? {
        invited_at: isoInstant(invitation.invitedAt),
        ends_at: isoInstant(invitation.endsAt),
        sent_at: timeOrNull(invitation.sentAt),
        attempts: invitation.attempts,
        failure: invitation.failure,
      }
    : null,
});

function stateOf(active: boolean, invitation: Invitation | undefined, now: number): State {
  if (active) return "active";
  if (!invitation || invitation.closedAt !== null) return "not_invited";
  if (invitation.endsAt <= now) return "ended";
  return invitation.sentAt === null ? "waiting" : "invited";
}

export const userTable = (users: readonly ReturnType<typeof userItem>[]) =>
  table(
    ["id", "name", "email", "role", "state"],
    users.map((one) => [String(one.id), one.name, one.email, one.role, inWords(one)]),
  );

function inWords({ state, invitation }: ReturnType<typeof userItem>): string {
  if (state === "not_invited") return "pending, not invited";
  if (state === "ended") return "pending, invitation expired";
  if (state === "waiting")
    return `pending, invitation not sent${invitation?.failure ? ` (${invitation.failure})` : ""}`;
  return state === "invited" ? `pending, invited until ${minuteText(invitation?.ends_at ?? "")} UTC` : "active";
}

const timeOrNull = (instant: Instant | null): string | null => (instant === null ? null : isoInstant(instant));
