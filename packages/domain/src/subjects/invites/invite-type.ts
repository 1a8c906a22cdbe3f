import type { Renamed } from "../../foundation/catalog/names.js";
import type { InviteId } from "../../foundation/kernel/ids.js";
import { contactOf } from "../../foundation/kernel/may-be-contact.js";
import { factsFrom } from "../../foundation/records/of-person.js";
import { publishedType } from "../../foundation/records/published-type.js";
import type { LoadedType } from "../../foundation/records/record-type.js";
import { inviteFromLine, inviteLine } from "./invite-line.js";
import { invitePublication, type InviteStores } from "./invite-publication.js";
import type { InviteStore } from "./invite-store.js";
import type { Invite } from "./invite.js";

type InviteReads = { readonly invites: Pick<InviteStore, "page" | "byIds"> };

export const inviteType: LoadedType<InviteReads, InviteStores, unknown, "invite"> = {
  ...publishedType({
    kind: "invite",
    store: "invites",
    shape: inviteLine,
    fromLine: inviteFromLine,
    publication: invitePublication,
    countedAs: "invites",
    outdatesOthers: ofRenamedProviders,
    steps: { store: 33, remove: 16 },
    reading: "first",
    contacts: ["sent_to"],
    factsOf: ({ patientId, phone, sentTo }) => factsFrom(patientId, [phone ?? contactOf(sentTo)]),
  }),
  among: async ({ invites }, account, ids) =>
    (await invites.byIds(account, ids as readonly InviteId[])).map(({ id }) => id),
};

/**
 * Selects invites from renamed providers, because an invite's reviews and NPS surveys show the name of its provider.
 */
function ofRenamedProviders({ providerIds }: Renamed): (invite: Invite) => boolean {
  const renamed = new Set<number | null>(providerIds);
  return ({ providerId }) => renamed.has(providerId);
}
