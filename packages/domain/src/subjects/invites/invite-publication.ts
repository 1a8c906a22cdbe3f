import type { FeedStores, Publication } from "../../foundation/feed/publication.js";
import { inviteEntry } from "./invite-item.js";
import type { InviteStore } from "./invite-store.js";
import type { Invite } from "./invite.js";

export type InviteStores = FeedStores & { readonly invites: InviteStore };

const listed = ["invites"] as const;
const nowhere = [] as const;

/** Rules for publishing invites. An invite that waits for its planned time is in no list. */
export const invitePublication: Publication<Invite, InviteStores> = {
  store: ({ invites }) => invites,
  listsOf: ({ isWaiting }) => (isWaiting ? nowhere : listed),
  render: async (invites, { names, now }) =>
    invites.map((invite) => ({ list: "invites", entry: inviteEntry(invite, names, now) })),
};
