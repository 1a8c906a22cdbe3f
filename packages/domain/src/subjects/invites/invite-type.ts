import type { Renamed } from "../../foundation/catalog/names.js";
import { type RecordPage, removeRecords } from "../../foundation/feed/publication.js";
import { contactOf, parsePhone } from "../../foundation/kernel/contact-details.js";
import type {
  AccountId,
  InviteId,
  LocationId,
  MessageId,
  PlatformId,
  ProviderId,
} from "../../foundation/kernel/ids.js";
import {
  defaulted,
  flag,
  idOf,
  instant,
  label,
  numberFrom,
  objectsOf,
  oneOf,
  optional,
  ownId,
  shortText,
  textMap,
} from "../../foundation/kernel/line-fields.js";
import { type Shaped, writeLine } from "../../foundation/kernel/line-shape.js";
import type { ReadStores } from "../../foundation/kernel/storage.js";
import { factsFrom, foundByRows, rowsOf } from "../../foundation/records/personal-data.js";
import { publishedLists } from "../../foundation/records/record-lists.js";
import {
  type LoadedType,
  mentionedIn,
  publishedLines,
  recordMentions,
  storedLines,
} from "../../foundation/records/record-type.js";
import { invitePublication } from "./invite-item.js";
import { type Invite, inviteTypes } from "./invite.js";

const click = { created_at: instant, name: shortText };

/** Fields of an `invite` line in a bundle. */
export const inviteLine = {
  id: ownId<InviteId>(),
  type: oneOf(inviteTypes),
  sent_to: label,
  sent_at: instant,
  sent_by: defaulted(shortText, ""),
  customer_name: optional(shortText),
  location_id: optional(idOf<LocationId>("location")),
  provider_id: optional(idOf<ProviderId>("provider")),
  message_id: optional(idOf<MessageId>("message")),
  platform_id: optional(idOf<PlatformId>("platform")),
  opened: optional(instant),
  clicked: defaulted(objectsOf(click, "an array of objects with created_at and name"), []),
  proceeded_to_review: defaulted(flag, false),
  review_rating: optional(numberFrom(0, 10)),
  status: defaulted(label, "sent"),
  extras: defaulted(textMap, {}),
  patient_id: optional(label),
};

type InviteLine = Shaped<typeof inviteLine>;

export const inviteFromLine = (line: InviteLine): Invite => ({
  id: line.id,
  type: line.type,
  sentTo: line.sent_to,
  phone: line.sent_to.includes("@") ? null : parsePhone(line.sent_to),
  sentAt: line.sent_at,
  isWaiting: false,
  sentBy: line.sent_by,
  customerName: line.customer_name,
  locationId: line.location_id,
  providerId: line.provider_id,
  messageId: line.message_id,
  platformId: line.platform_id,
  openedAt: line.opened,
  clicks: line.clicked.map(({ created_at, name }) => ({ at: created_at, name })),
  proceededToReview: line.proceeded_to_review,
  reviewRating: line.review_rating,
  status: line.status,
  extras: line.extras,
  patientId: line.patient_id,
  visit: null,
});

/** Converts an invite to a bundle line. An invite that was not sent yet stays with its server. */
const inviteToLine = ({ openedAt, clicks, ...invite }: Invite) =>
  invite.isWaiting
    ? undefined
    : writeLine(inviteLine, {
        ...invite,
        opened: openedAt,
        clicked: clicks.map(({ at, name }) => writeLine(click, { createdAt: at, name })),
      });

const page = ({ invites }: ReadStores, account: AccountId, next: RecordPage) => invites.page(account, next);

export const inviteType: LoadedType<"invite"> = {
  kind: "invite",
  lines: {
    ...publishedLines(inviteLine, inviteFromLine, invitePublication),
    contacts: ["sent_to"],
    stored: storedLines(page, inviteToLine),
  },
  lists: publishedLists("invites", invitePublication, ofRenamedProviders),
  mentions: recordMentions({ kind: "invite", mentions: mentionedIn(inviteLine), page }),
  ofPerson: foundByRows(
    rowsOf(page, ({ patientId, phone, sentTo }) => factsFrom(patientId, [phone ?? contactOf(sentTo)])),
    (ids, work) => removeRecords(invitePublication, ids, work),
  ),
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
