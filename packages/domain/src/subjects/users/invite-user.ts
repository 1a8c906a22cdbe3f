import type { OperatorPort } from "../../foundation/audit/audit-origin.js";
import { byOperator } from "../../foundation/audit/audit-record.js";
import type { AuditWriter } from "../../foundation/audit/audit-store.js";
import type { AccountId, UserId } from "../../foundation/kernel/ids.js";
import type { Clock, Instant } from "../../foundation/kernel/instant.js";
import type { Reads, Transactions } from "../../foundation/kernel/storage.js";
import type { InvitationStore } from "./invitation-store.js";
import { type Invitation, nextInvitation } from "./invitation.js";
import type { UserStore } from "./user-store.js";
import { type User, userActive, userNotFound } from "./user.js";

/** Selects a user either by id, or by email address, ignoring case. */
export type UserChoice = { readonly id: UserId } | { readonly email: string };

/** User with the user's latest invitation. `invitation` is `undefined` if the user was never invited. */
export type InvitedUser = { readonly user: User; readonly invitation: Invitation | undefined };

type Invitations = { readonly invitations: Pick<InvitationStore, "byUsers" | "save"> };
type InvitingStores = Invitations & { readonly users: UserStore; readonly audit: AuditWriter };

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

type InvitingPorts = OperatorPort & { readonly storage: Transactions<InvitingStores>; readonly clock: Clock };

/** Invites a pending user, even if the user was invited before. Throws `user_not_found` or `user_active`. */
export function inviteAgain({ storage, clock, operator }: InvitingPorts) {
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

type InvitedReads = {
  readonly users: Pick<UserStore, "all">;
  readonly invitations: Pick<InvitationStore, "byUsers">;
};

/** Lists all users of an account with their latest invitations, sorted by user id. */
export function listInvited({ storage }: { readonly storage: Reads<InvitedReads> }) {
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
