import type { Account } from "../foundation/accounts/account.js";
import type { AccountId, UserId } from "../foundation/kernel/ids.js";
import type { InvitationDirectory, InvitationOwner, InvitationStore } from "../subjects/users/invitation-store.js";
import type { Invitation } from "../subjects/users/invitation.js";
import type { PasswordStore } from "../subjects/users/password.js";
import type { AccountState, Draft } from "./account-state.js";

export const memoryInvitationStore = (draft: Draft): InvitationStore => ({
  byUsers: async (_account, users) => users.flatMap((user) => draft.state.invitations.get(user) ?? []),
  save: async (_account, saved) => {
    const invitations = draft.writable(draft.state.invitations);
    for (const one of saved) invitations.set(one.user, one);
    draft.change({ invitations });
  },
  remove: async (_account, user) => {
    const invitations = draft.writable(draft.state.invitations);
    invitations.delete(user);
    draft.change({ invitations });
  },
  addLink: async (_account, link) => {
    draft.change({ invitationLinks: draft.writable(draft.state.invitationLinks).set(link.hash, link) });
  },
  countedSince: async (_account, since, limit, address) =>
    [...draft.state.invitationLinks.values()]
      .flatMap(({ counted }) => counted ?? [])
      .filter((mail) => mail.at > since && (address === undefined || mail.address === address))
      .map(({ at }) => at)
      .sort((a, b) => b - a)
      .slice(0, limit),
  forgetLinks: async (_account, before) => {
    const links = draft.writable(draft.state.invitationLinks);
    for (const [hash, { until }] of links) if (until <= before) links.delete(hash);
    draft.change({ invitationLinks: links });
  },
});

export const memoryPasswordStore = (draft: Draft): PasswordStore => ({
  keep: async (_account, user, hash) => {
    draft.change({ passwords: draft.writable(draft.state.passwords).set(user, hash) });
  },
  of: async (_account, user) => draft.state.passwords.get(user),
  forget: async (_account, user) => {
    const passwords = draft.writable(draft.state.passwords);
    passwords.delete(user);
    draft.change({ passwords });
  },
});

export function memoryInvitationDirectory(
  accounts: ReadonlyMap<AccountId, Account>,
  states: ReadonlyMap<AccountId, AccountState>,
): InvitationDirectory {
  const enabled = () =>
    [...states].flatMap(([id, state]) => {
      const account = accounts.get(id);
      return account && !account.disabled ? [{ account, state }] : [];
    });
  const ownerOf = ({ id, name }: Account, user: UserId): InvitationOwner => ({ account: id, practice: name, user });
  return {
    async linkOf(hash) {
      for (const { account, state } of enabled()) {
        const link = state.invitationLinks.get(hash);
        if (link) return { ...ownerOf(account, link.user), ...link };
      }
      return undefined;
    },
    async due(now) {
      const dueAt = ({ dueAt: at }: Invitation) => at ?? Infinity;
      const [first] = enabled()
        .flatMap(({ account, state }) =>
          [...state.invitations.values()].map((invitation) => ({ account, invitation, at: dueAt(invitation) })),
        )
        .filter(({ at }) => at <= now)
        .sort((a, b) => a.at - b.at);
      return first && ownerOf(first.account, first.invitation.user);
    },
  };
}
