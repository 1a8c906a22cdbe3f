import type { InviteId } from "../../foundation/kernel/ids.js";
import { publishedType } from "../../foundation/records/published-type.js";
import type { LoadedType } from "../../foundation/records/record-type.js";
import { inviteFromLine, inviteLine } from "./invite-line.js";
import type { InviteStores } from "./invite-publication.js";
import { invitePublication } from "./invite-publication.js";
import type { InviteStore } from "./invite-store.js";

type InviteReads = { readonly invites: Pick<InviteStore, "page" | "byIds"> };

export const inviteType: LoadedType<InviteReads, InviteStores, unknown, "invite"> = {
  ...publishedType({
    kind: "invite",
    store: "invites",
    shape: inviteLine,
    fromLine: inviteFromLine,
    publication: invitePublication,
    steps: { store: 33, remove: 16 },
    reading: "first",
    contacts: ["sent_to"],
  }),
  among: async ({ invites }, account, ids) =>
    (await invites.byIds(account, ids as readonly InviteId[])).map(({ id }) => id),
};
