import { conversionKinds } from "../../subjects/conversions/conversion.js";
import type { ConversionStores } from "../../subjects/conversions/conversion-publications.js";
import { conversionPublications } from "../../subjects/conversions/conversion-publications.js";
import type { Renamed } from "../../foundation/catalog/names.js";
import { noneRenamed } from "../../foundation/catalog/names.js";
import type { Outdated, Publication } from "../../foundation/feed/publication.js";
import { publish, rerender } from "../../foundation/feed/publication.js";
import type { PublishedRecord } from "../../foundation/feed/record-store.js";
import type { InviteStores } from "../../subjects/invites/invite-publication.js";
import { invitePublication } from "../../subjects/invites/invite-publication.js";
import type { ReviewStores } from "../../subjects/reviews/review-publications.js";
import { npsSurveyPublication, reviewPublication } from "../../subjects/reviews/review-publications.js";
import type { SurveyResponseStores } from "../../subjects/surveys/survey-response-publication.js";
import { surveyResponsePublication } from "../../subjects/surveys/survey-response-publication.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";

/** Stores for rendering all lists. */
export type PublishedStores = ConversionStores & InviteStores & ReviewStores & SurveyResponseStores;

/** Number of records rendered, by kind. */
export type RebuildReport = Readonly<Record<keyof typeof publications, number>>;

type AnyPublication = Publication<PublishedRecord, PublishedStores>;

const publications = {
  invites: [invitePublication],
  reviews: [reviewPublication],
  surveys: [npsSurveyPublication],
  survey_responses: [surveyResponsePublication],
  conversions: conversionKinds.map((kind) => conversionPublications[kind]),
} as const;

/** Renders records of every kind again: all of them, or only the outdated ones. */
export async function rerenderAll(work: UnitOfWork<PublishedStores>, outdated?: Outdated): Promise<RebuildReport> {
  const counts: Record<string, number> = {};
  for (const [name, ofKind] of Object.entries<readonly AnyPublication[]>(publications)) {
    counts[name] = 0;
    for (const publication of ofKind) counts[name] += await rerender(publication, work, outdated);
  }
  if (outdated) await rerenderInvited(work, outdated.renamed.providerIds);
  return counts as RebuildReport;
}

const slice = 1_000;

/** Renders reviews and NPS surveys that show a renamed provider through their invite. */
async function rerenderInvited(work: UnitOfWork<PublishedStores>, providerIds: Renamed["providerIds"]): Promise<void> {
  const { stores, account } = work;
  const mentioning = { ...noneRenamed, providerIds };
  for (let after = 0; providerIds.length > 0;) {
    const invites = await stores.invites.page(account, { after, limit: slice, mentioning });
    const ids = invites.map(({ id }) => id);
    await publish(reviewPublication, await stores.reviews.ofInvites(account, ids), work);
    await publish(npsSurveyPublication, await stores.npsSurveys.ofInvites(account, ids), work);
    after = ids.at(-1) ?? after;
    if (ids.length < slice) return;
  }
}
