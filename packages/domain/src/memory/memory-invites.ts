import type { Invite } from "../invites/invite.js";
import type { InviteKey } from "../invites/invite-search.js";
import { findsInvite, keysOfInvite } from "../invites/invite-search.js";
import type { InviteStore } from "../invites/invite-store.js";
import type { Draft } from "./account-state.js";
import { memoryKeyedStore } from "./memory-keyed-store.js";
import { memoryRecordStore } from "./memory-records.js";

/** Invites of the account of a draft. */
export function memoryInviteStore(draft: Draft): InviteStore {
  const records = memoryRecordStore<Invite>(draft, "invites");
  const all = () => [...(draft.state.records.invites as ReadonlyMap<number, Invite>).values()];
  return {
    ...records,
    ...memoryKeyedStore(records.save),
    latest: async (_account, searches) => {
      const newestFirst = all().sort((a, b) => b.sentAt - a.sentAt || b.id - a.id);
      const found = new Map<string, Invite[]>();
      for (const invite of newestFirst) {
        for (const key of keysOfInvite(invite)) found.set(textOf(key), [...(found.get(textOf(key)) ?? []), invite]);
      }
      return searches.map((search) => {
        const last = found.get(textOf(search))?.find((one) => findsInvite(search, one));
        return last && { id: last.id, sentAt: last.sentAt };
      });
    },
    greatest: async () => Math.max(0, ...draft.state.records.invites.keys()),
  };
}

const textOf = ({ kind, value }: InviteKey): string => `${kind} ${value}`;
