import type { Publication } from "../feed/publication.js";
import type { Invite } from "./invite.js";
import { inviteEntry } from "./invite-item.js";

/** How invites become rows of their list. */
export const invitePublication: Publication<Invite> = {
  store: ({ invites }) => invites,
  listsOf: () => ["invites"],
  render: async (invites, { names, now }) =>
    invites.map((invite) => ({ list: "invites", entry: inviteEntry(invite, names, now) })),
};
