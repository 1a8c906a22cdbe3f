import type { AccountId } from "../foundation/kernel/ids.js";
import { findsInvite, type InviteKey, keysOfInvite } from "../subjects/invites/invite-search.js";
import type { InviteDirectory, InviteStore } from "../subjects/invites/invite-store.js";
import type { Invite } from "../subjects/invites/invite.js";
import type { AccountState, Draft } from "./account-state.js";
import { memoryRecordStore } from "./memory-records.js";

export function memoryInviteStore(draft: Draft): InviteStore {
  const records = memoryRecordStore<Invite>(draft, "invites");
  const all = () => invitesOf(draft.state);
  return {
    ...records,
    latest: async (_account, searches) => {
      const newestFirst = [...all()].sort((a, b) => b.sentAt - a.sentAt || b.id - a.id);
      const found = new Map<string, Invite[]>();
      for (const invite of newestFirst) {
        for (const key of keysOfInvite(invite)) found.set(textOf(key), [...(found.get(textOf(key)) ?? []), invite]);
      }
      return searches.map((search) => {
        const last = found.get(textOf(search))?.find((one) => findsInvite(search, one));
        return last && { id: last.id, sentAt: last.sentAt };
      });
    },
    waiting: async (_account, { until, limit }) =>
      all()
        .filter(({ isWaiting, sentAt }) => isWaiting && sentAt <= until)
        .sort((a, b) => a.sentAt - b.sentAt || a.id - b.id)
        .slice(0, limit),
    noteNextDue: async () => {},
  };
}

const invitesOf = ({ records }: AccountState): readonly Invite[] => [
  ...(records.invites as ReadonlyMap<number, Invite>).values(),
];

export const memoryInviteDirectory = (states: ReadonlyMap<AccountId, AccountState>): InviteDirectory => ({
  due: async (now) =>
    [...states]
      .filter(([, state]) => invitesOf(state).some(({ isWaiting, sentAt }) => isWaiting && sentAt <= now))
      .map(([account]) => account),
});

const textOf = ({ kind, value }: InviteKey): string => `${kind} ${value}`;
