import { sameValue } from "../../foundation/kernel/same-value.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import type { InvitationStore } from "./invitation-store.js";
import { closed, type Invitation, isOpen, nextInvitation } from "./invitation.js";
import type { UserStore } from "./user-store.js";
import { emailKey, type User } from "./user.js";

export type RecordUserStores = {
  readonly users: UserStore;
  readonly invitations: Pick<InvitationStore, "byUsers" | "save">;
};

type Work = Pick<UnitOfWork<RecordUserStores>, "stores" | "account" | "now">;

/** Stores new and changed users, and returns them. Users without an invitation are not invited. */
export async function recordUsers(loaded: readonly User[], work: Work): Promise<readonly User[]> {
  const { stores, account } = work;
  const ids = loaded.map(({ id }) => id);
  const known = new Map((await stores.users.byIds(account, ids)).map((one) => [one.id, one]));
  const changed = loaded.filter((one) => !sameValue(one, known.get(one.id)));
  await stores.users.save(account, changed);
  await followInvitations(
    changed.flatMap((after) => {
      const before = known.get(after.id);
      return before ? [{ before, after }] : [];
    }),
    work,
  );
  return changed;
}

type Change = { readonly before: User; readonly after: User };

/**
 * Updates the invitations of changed users. If the email address changed, creates a new invitation, which invalidates
 * the old links. If the user became active, closes the invitation.
 */
async function followInvitations(changes: readonly Change[], { stores, account, now }: Work): Promise<void> {
  const found = await stores.invitations.byUsers(
    account,
    changes.map(({ after }) => after.id),
  );
  const ofUsers = new Map(found.map((one) => [one.user, one]));
  const followed = changes.flatMap(({ before, after }): Invitation[] => {
    const invitation = ofUsers.get(after.id);
    if (!invitation || !isOpen(invitation, now)) return [];
    if (after.active) return [closed(invitation, now)];
    return emailKey(before.email) === emailKey(after.email) ? [] : [nextInvitation(after.id, invitation, now)];
  });
  await stores.invitations.save(account, followed);
}
