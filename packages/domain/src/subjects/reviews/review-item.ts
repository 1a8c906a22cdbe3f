import type { Names } from "../../foundation/catalog/names.js";
import type { FeedEntry, FeedList, Rated } from "../../foundation/feed/feed.js";
import type { AccountId, ItemKeys } from "../../foundation/kernel/ids.js";
import { roundedRating } from "../../foundation/kernel/numbers.js";
import type { Stores } from "../../foundation/kernel/storage.js";
import { type Instant, isoInstant, type LocalCalendar } from "../../foundation/kernel/times.js";
import type { ListQuery } from "../../foundation/lists/list-query.js";
import { type ListPorts, readList } from "../../foundation/lists/read-list.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import type { Invite, InviteType } from "../invites/invite.js";
import type { InvitedStore, NpsSurvey, Review } from "./review.js";

/**
 * Item of the lists of reviews and of NPS surveys. A member is `null` if its value is unknown. Members that start with
 * an underscore are present only with `keys=true`.
 */
export type ReviewItem = ItemKeys & {
  /** Id of the invite that led to the review. */
  readonly _invite_id?: number | null;
  /** Id of the message of the invite. */
  readonly _message_id?: number | null;
  readonly _platform_id?: number | null;
  /** Day of `create_time` in the account's time zone, as `YYYY-MM-DD`. */
  readonly _local_date?: string | null;
  /** Custom fields of the practice, by name. */
  readonly _custom_fields?: Readonly<Record<string, string>>;
  readonly comment: string | null;
  /** Time when the review was submitted, as an ISO 8601 timestamp in UTC. */
  readonly create_time: string;
  readonly external_location_ids: readonly string[];
  readonly external_provider_ids: readonly string[];
  /** Ids of the groups that contain the location or the provider, in ascending order. */
  readonly groups: readonly number[];
  /** Name of the recipient of the invite. */
  readonly invite_name: string | null;
  readonly invite_type: InviteType | null;
  /** Name of the location. */
  readonly location: string | null;
  readonly location_id: number | null;
  /** First id in `external_location_ids`. */
  readonly location_oid: string | null;
  /** Name of the provider in the invite, or of the review's provider if no invite led to the review. */
  readonly message: string | null;
  /** NPS rating from 0 to 10. `null` for reviews. */
  readonly nps_rating: number | null;
  /** Name of the platform or survey. */
  readonly platform: string | null;
  /** Name of the provider. */
  readonly provider: string | null;
  readonly provider_id: number | null;
  /** Descriptive name of the question. `null` for reviews. */
  readonly question_id: string | null;
  /** Star rating from 1 to 5. Absent if the review has no rating. */
  readonly rating?: number;
  /** Unique in its list. A review and an NPS survey can have equal ids. */
  readonly review_id: number;
  /** Name of the reviewer. */
  readonly reviewer: string | null;
  /** Time when the invite was sent, as an ISO 8601 timestamp in UTC. `null` if it was not sent yet. */
  readonly sent_at: string | null;
  /** Phone number or email address of the recipient of the invite. */
  readonly sent_to: string | null;
};

export type ReviewQuery = Omit<ListQuery, "start_date" | "end_date">;

/** Lists the account's reviews, newest first. If `end` is absent, the list covers the 24 hours from `date`. */
export const listReviews = (ports: ListPorts) => listOf(ports, "reviews");

/** Lists the account's NPS surveys, newest first. If `end` is absent, the list covers the 24 hours from `date`. */
export const listNpsSurveys = (ports: ListPorts) => listOf(ports, "surveys");

function listOf(ports: ListPorts, list: FeedList) {
  const read = readList<ReviewItem>(ports, { start: "date", end: "end", startAlone: "next-24-hours" });
  return (account: AccountId, query: ReviewQuery) => read(account, { list }, query);
}

export const reviewPublication = publicationIn<Review>("reviews", ({ reviews }) => reviews);

export const npsSurveyPublication = publicationIn<NpsSurvey>("surveys", ({ npsSurveys }) => npsSurveys);

function publicationIn<R extends Review | NpsSurvey>(list: FeedList, store: (stores: Stores) => InvitedStore<R>) {
  return {
    store,
    listsOf: () => [list],
    showsLocalTime: true,
    async render(reviews: readonly R[], work: UnitOfWork) {
      const { stores, account } = work;
      const mentioned = reviews.flatMap(({ inviteId }) => inviteId ?? []);
      const found = await stores.invites.byIds(account, [...new Set(mentioned)]);
      const invites = new Map(found.map((invite) => [invite.id, invite]));
      const inviteOf = ({ inviteId }: R) => (inviteId === null ? undefined : invites.get(inviteId));
      return reviews.map((review) => ({ list, entry: reviewEntry(review, inviteOf(review), work) }));
    },
  };
}

const reviewEntry = (
  review: Review | NpsSurvey,
  invite: Invite | undefined,
  { names, now, matching }: UnitOfWork,
): FeedEntry => ({
  kind: 0,
  id: review.id,
  at: review.createdAt,
  modifiedAt: now,
  locationId: review.locationId,
  providerId: review.providerId,
  rating: roundedRating(review.rating),
  fields: review.extras,
  json: JSON.stringify(reviewItem(review, names, invite)),
  tail: null,
  keys: keysOf(review, invite, matching.calendar),
  rated: review.rating === null ? undefined : ratedBy(review, review.rating),
});

function keysOf(review: Review | NpsSurvey, invite: Invite | undefined, calendar: LocalCalendar): string {
  const ids = `"_invite_id":${review.inviteId},"_message_id":${invite?.messageId ?? null},"_platform_id":${review.platformId}`;
  return `${ids},"_local_date":"${calendar.dateOf(review.createdAt)}","_custom_fields":${JSON.stringify(review.extras)}`;
}

/** Returns the rating as part of averages. `isShown` is true for reviews with a comment, and false for NPS surveys. */
const ratedBy = (review: Review | NpsSurvey, rating: number): Rated => ({
  platformId: review.platformId,
  rating,
  isShown: !("npsRating" in review) && (review.comment ?? "").trim() !== "",
});

export const publishedReview = (json: string) => JSON.parse(json) as ReviewItem;

const noNps = { npsRating: null, questionId: null };

const noInvite = { customerName: null, type: null, isWaiting: true, sentAt: 0 as Instant, sentTo: null };

/** Item whose rating is `undefined` if it is absent in JSON. Assigning each member is much faster than object spread. */
type RenderedItem = Omit<ReviewItem, "rating"> & { readonly rating: number | undefined };

function reviewItem(review: Review | NpsSurvey, names: Names, invite: Invite | undefined): RenderedItem {
  const location = names.location(review.locationId);
  const provider = names.provider(review.providerId);
  const invited = invite ?? noInvite;
  const nps = "npsRating" in review ? review : noNps;
  return {
    comment: review.comment,
    create_time: isoInstant(review.createdAt),
    external_location_ids: location.externalIds,
    external_provider_ids: provider.externalIds,
    groups: names.groups(review.locationId, review.providerId),
    invite_name: invited.customerName,
    invite_type: invited.type,
    sent_at: invited.isWaiting ? null : isoInstant(invited.sentAt),
    sent_to: invited.sentTo,
    location: location.name,
    location_id: review.locationId,
    location_oid: location.externalIds[0] ?? null,
    message: invite ? names.provider(invite.providerId).name : provider.name,
    nps_rating: nps.npsRating,
    platform: names.platform(review.platformId),
    provider: provider.name,
    provider_id: review.providerId,
    question_id: nps.questionId,
    rating: review.rating ?? undefined,
    review_id: review.id,
    reviewer: review.reviewer,
  };
}
