import {
  type Publication,
  publish,
  record,
  type RecordPage,
  removeRecords,
} from "../../foundation/feed/publication.js";
import type {
  AccountId,
  InviteId,
  LocationId,
  NpsSurveyId,
  PlatformId,
  ProviderId,
  ReviewId,
} from "../../foundation/kernel/ids.js";
import {
  defaulted,
  idOf,
  instant,
  numberFrom,
  optional,
  ownId,
  shortText,
  text,
  textMap,
  wholeFrom,
} from "../../foundation/kernel/line-fields.js";
import { type Shaped, writeLine } from "../../foundation/kernel/line-shape.js";
import type { ReadStores, Stores } from "../../foundation/kernel/storage.js";
import { factsFrom, foundRecords, type OfPerson } from "../../foundation/records/personal-data.js";
import { publishedLists } from "../../foundation/records/record-lists.js";
import {
  type LoadedType,
  mentionedIn,
  publishedLines,
  recordMentions,
  storedLines,
} from "../../foundation/records/record-type.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import { npsSurveyPublication, reviewPublication } from "./review-item.js";
import type { InvitedStore, NpsSurvey, Review } from "./review.js";

const shared = {
  platform_id: idOf<PlatformId>("platform"),
  location_id: optional(idOf<LocationId>("location")),
  provider_id: optional(idOf<ProviderId>("provider")),
  rating: optional(numberFrom(1, 5)),
  comment: optional(text),
  reviewer: optional(shortText),
  create_time: instant,
  invite_id: optional(idOf<InviteId>("invite")),
  extras: defaulted(textMap, {}),
};

/** Fields of a `review` line in a bundle. */
export const reviewLine = { id: ownId<ReviewId>(), ...shared };

/** Fields of an `nps_survey` line in a bundle. */
export const npsSurveyLine = {
  id: ownId<NpsSurveyId>(),
  ...shared,
  nps_rating: wholeFrom(0, 10),
  question_id: optional(shortText),
};

const npsSurveyFromLine = (line: Shaped<typeof npsSurveyLine>): NpsSurvey => ({
  ...sharedFromLine(line),
  npsRating: line.nps_rating,
  questionId: line.question_id,
});

const sharedFromLine = <Id>(line: Shaped<typeof shared> & { readonly id: Id }): Omit<Review, "id"> & { id: Id } => ({
  id: line.id,
  platformId: line.platform_id,
  locationId: line.location_id,
  providerId: line.provider_id,
  rating: line.rating,
  comment: line.comment,
  reviewer: line.reviewer,
  createdAt: line.create_time,
  inviteId: line.invite_id,
  extras: line.extras,
});

const reviewToLine = ({ createdAt, ...review }: Review) => writeLine(reviewLine, { ...review, createTime: createdAt });

const npsSurveyToLine = ({ createdAt, ...survey }: NpsSurvey) =>
  writeLine(npsSurveyLine, { ...survey, createTime: createdAt });

/** Finds the reviews or NPS surveys of a person through the person's invites. */
const foundByInvites = <R extends Review | NpsSurvey>(
  storeOf: (stores: ReadStores) => Pick<InvitedStore<R>, "ofInvites">,
  publication: Publication<R>,
): OfPerson => ({
  async find(stores, account, { found, note }) {
    const linked = await storeOf(stores).ofInvites(account, [...found("invite")] as InviteId[]);
    const ids = new Set(linked.map(({ id }) => id));
    for (const one of linked) note?.(factsFrom(null, []), one);
    return foundRecords(ids, (some, work) => removeRecords(publication, some, work));
  },
});

const reviewPages = ({ reviews }: ReadStores, account: AccountId, page: RecordPage) => reviews.page(account, page);

const npsSurveyPages = ({ npsSurveys }: ReadStores, account: AccountId, page: RecordPage) =>
  npsSurveys.page(account, page);

export const reviewType: LoadedType<"review"> = {
  kind: "review",
  lines: {
    ...publishedLines(reviewLine, sharedFromLine<ReviewId>, reviewPublication),
    pages: reviewPages,
    stored: storedLines(reviewPages, reviewToLine),
  },
  lists: publishedLists("reviews", reviewPublication),
  mentions: recordMentions({ kind: "review", mentions: mentionedIn(reviewLine), page: reviewPages }),
  belongsTo: followInvites(reviewPublication),
  ofPerson: foundByInvites(({ reviews }) => reviews, reviewPublication),
};

export const npsSurveyType: LoadedType<"nps_survey"> = {
  kind: "nps_survey",
  lines: {
    ...publishedLines(npsSurveyLine, npsSurveyFromLine, npsSurveyPublication),
    pages: npsSurveyPages,
    stored: storedLines(npsSurveyPages, npsSurveyToLine),
  },
  lists: publishedLists("surveys", npsSurveyPublication),
  mentions: recordMentions({ kind: "nps_survey", mentions: mentionedIn(npsSurveyLine), page: npsSurveyPages }),
  belongsTo: followInvites(npsSurveyPublication),
  ofPerson: foundByInvites(({ npsSurveys }) => npsSurveys, npsSurveyPublication),
};

/** Rules for publishing records that belong to invites, such as reviews. */
type Invited<R extends Review | NpsSurvey> = Omit<Publication<R>, "store"> & {
  store(stores: Stores): InvitedStore<R>;
};

/** Creates the functions that update reviews or NPS surveys after their invites are changed or deleted. */
function followInvites<R extends Review | NpsSurvey>(publication: Invited<R>) {
  const ofInvites = ({ stores, account }: UnitOfWork, invites: readonly number[]) =>
    publication.store(stores).ofInvites(account, invites as readonly InviteId[]);
  return {
    kind: "invite",
    async renderOf(invites: readonly number[], work: UnitOfWork): Promise<void> {
      await publish(publication, await ofInvites(work, invites), work);
    },
    async release(invites: readonly number[], work: UnitOfWork): Promise<void> {
      const linked = await ofInvites(work, invites);
      await record(
        publication,
        linked.map((one) => ({ ...one, inviteId: null })),
        work,
      );
    },
  };
}

const followers = [followInvites(reviewPublication), followInvites(npsSurveyPublication)];

/** Renders the reviews and NPS surveys of changed invites again. */
export async function renderOfInvites(invites: readonly number[], work: UnitOfWork): Promise<void> {
  for (const { renderOf } of followers) await renderOf(invites, work);
}

/** Unlinks the reviews and NPS surveys of deleted invites. */
export async function releaseInvites(invites: readonly number[], work: UnitOfWork): Promise<void> {
  for (const { release } of followers) await release(invites, work);
}
