import type { Names } from "../../foundation/catalog/names.js";
import type { FeedEntry } from "../../foundation/feed/feed.js";
import type { Publication } from "../../foundation/feed/publication.js";
import type { AccountId, ItemKeys } from "../../foundation/kernel/ids.js";
import { roundedRating } from "../../foundation/kernel/numbers.js";
import { spacedInstant } from "../../foundation/kernel/times.js";
import type { ListQuery, ListRules } from "../../foundation/lists/list-query.js";
import { type ListPorts, readList } from "../../foundation/lists/read-list.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import type { Invite, InviteType } from "./invite.js";

/**
 * Item of the list of invites. Times are timestamps in UTC, such as `2026-03-01 16:00:00+00:00`. Ids are strings, as
 * the interface specification requires. A member is `null` if its value is unknown. Members that start with an
 * underscore are present only with `keys=true`.
 */
export type InviteItem = ItemKeys & {
  readonly _location_id?: number | null;
  readonly _provider_id?: number | null;
  /** Day of `sent_at` in the account's time zone, as `YYYY-MM-DD`. */
  readonly _local_date?: string | null;
  /** Platforms that the recipient clicked, each with the time of the click. */
  readonly clicked: readonly { readonly created_at: string; readonly name: string }[];
  /** Name of the recipient. */
  readonly customer_name: string | null;
  readonly external_location_ids: readonly string[];
  readonly external_provider_ids: readonly string[];
  /** Custom fields of the practice, by name. */
  readonly extras: Readonly<Record<string, string>>;
  /** Name of the location. */
  readonly location: string | null;
  readonly location_id: string | null;
  /** First id in `external_location_ids`. */
  readonly location_oid: string | null;
  /** Name of the message template. */
  readonly message: string | null;
  /** Time when the recipient opened the invite. `null` if it was not opened. */
  readonly opened: string | null;
  /** Name of the platform. */
  readonly platform: string | null;
  readonly proceeded_to_review: boolean;
  /** Name of the provider. */
  readonly provider: string | null;
  readonly provider_id: string | null;
  /** Rating from 1 to 5 that the recipient gave. */
  readonly review_rating: number | null;
  /** Time when the invite was sent. If `status` is `scheduled`, the planned time. */
  readonly sent_at: string;
  /** Name of the sender. Empty if the invite was sent automatically. */
  readonly sent_by: string;
  /** Phone number or email address of the recipient. */
  readonly sent_to: string;
  readonly status: string;
  readonly type: InviteType;
};

/** Query parameters of the invite list, as strings. A filter is off if its parameter is absent. */
export type InviteQuery = Omit<ListQuery, "rating" | "start_date" | "end_date">;

/**
 * Lists the account's invites, newest first. If `end` is absent, the list covers the 24 hours from `date`. `end`
 * includes its whole local day, even if `end` is a timestamp.
 */
export function listInvites(ports: ListPorts) {
  const read = readList<InviteItem>(ports, rules);
  return (account: AccountId, query: InviteQuery) => read(account, { list: "invites" }, query);
}

const rules: ListRules = { start: "date", end: "end", startAlone: "next-24-hours", endTimestamp: "whole-day" };

/** Rules for publishing invites. An invite that waits for its planned time is in no list. */
export const invitePublication: Publication<Invite> = {
  store: ({ invites }) => invites,
  listsOf: ({ isWaiting }) => (isWaiting ? nowhere : listed),
  showsLocalTime: true,
  render: async (invites, work) => invites.map((invite) => ({ list: "invites", entry: inviteEntry(invite, work) })),
};

const listed = ["invites"] as const;

const nowhere = [] as const;

const inviteEntry = (invite: Invite, { names, now, matching }: UnitOfWork): FeedEntry => ({
  kind: 0,
  id: invite.id,
  at: invite.sentAt,
  modifiedAt: now,
  locationId: invite.locationId,
  providerId: invite.providerId,
  rating: roundedRating(invite.reviewRating),
  fields: invite.extras,
  json: JSON.stringify(inviteItem(invite, names)),
  tail: null,
  keys: `"_location_id":${invite.locationId},"_provider_id":${invite.providerId},"_local_date":"${matching.calendar.dateOf(invite.sentAt)}"`,
});

function inviteItem(invite: Invite, names: Names): InviteItem {
  const location = names.location(invite.locationId);
  const provider = names.provider(invite.providerId);
  return {
    clicked: invite.clicks.map(({ at, name }) => ({ created_at: spacedInstant(at), name })),
    customer_name: invite.customerName,
    external_location_ids: location.externalIds,
    external_provider_ids: provider.externalIds,
    extras: invite.extras,
    location: location.name,
    location_id: textOf(invite.locationId),
    location_oid: location.externalIds[0] ?? null,
    message: names.message(invite.messageId),
    opened: invite.openedAt === null ? null : spacedInstant(invite.openedAt),
    platform: names.platform(invite.platformId),
    proceeded_to_review: invite.proceededToReview,
    provider: provider.name,
    provider_id: textOf(invite.providerId),
    review_rating: invite.reviewRating,
    sent_at: spacedInstant(invite.sentAt),
    sent_by: invite.sentBy,
    sent_to: invite.sentTo,
    status: invite.status,
    type: invite.type,
  };
}

const textOf = (id: number | null): string | null => (id === null ? null : String(id));
