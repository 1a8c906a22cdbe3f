import type { Invite } from "../invites/invite.js";
import { findsInvite } from "../invites/invite-search.js";
import type { InviteStore } from "../invites/invite-store.js";
import type { Draft } from "./account-state.js";
import { memoryRecordStore } from "./memory-records.js";

/** Invites of the account of a draft. */
export function memoryInviteStore(draft: Draft): InviteStore {
  const all = () => [...(draft.state.records.invites as ReadonlyMap<number, Invite>).values()];
  return {
    ...memoryRecordStore<Invite>(draft, "invites"),
    latest: async (_account, searches) =>
      searches.map((search) => {
        const [last] = all()
          .filter((one) => findsInvite(search, one))
          .sort((a, b) => b.sentAt - a.sentAt || b.id - a.id);
        return last && { id: last.id, sentAt: last.sentAt };
      }),
    greatest: async () => Math.max(0, ...draft.state.records.invites.keys()),
  };
}
