import { conversionKinds } from "../conversions/conversion.js";
import type { ConversionStores } from "../conversions/conversion-publications.js";
import { conversionPublications } from "../conversions/conversion-publications.js";
import type { Outdated, Publication } from "../feed/publication.js";
import { rerender } from "../feed/publication.js";
import type { PublishedRecord } from "../feed/record-store.js";
import type { InviteStores } from "../invites/invite-publication.js";
import { invitePublication } from "../invites/invite-publication.js";
import type { ReviewStores } from "../reviews/review-publications.js";
import { npsSurveyPublication, reviewPublication } from "../reviews/review-publications.js";
import type { SurveyResponseStores } from "../surveys/survey-response-publication.js";
import { surveyResponsePublication } from "../surveys/survey-response-publication.js";
import type { UnitOfWork } from "../unit-of-work/unit-of-work.js";

/** What rendering every list needs. */
export type PublishedStores = ConversionStores & InviteStores & ReviewStores & SurveyResponseStores;

/** How many records of each kind were rendered again. */
export type RebuildReport = Readonly<Record<keyof typeof publications, number>>;

type AnyPublication = Publication<PublishedRecord, PublishedStores>;

/** How records become rows of lists, by kind of record: all of the feed. */
const publications = {
  invites: [invitePublication],
  reviews: [reviewPublication],
  surveys: [npsSurveyPublication],
  survey_responses: [surveyResponsePublication],
  conversions: conversionKinds.map((kind) => conversionPublications[kind]),
} as const;

/** Renders records of every kind again: those that show something outdated, or all of them. */
export async function rerenderAll(work: UnitOfWork<PublishedStores>, outdated?: Outdated): Promise<RebuildReport> {
  const counts: Record<string, number> = {};
  for (const [name, ofKind] of Object.entries<readonly AnyPublication[]>(publications)) {
    counts[name] = 0;
    for (const publication of ofKind) counts[name] += await rerender(publication, work, outdated);
  }
  return counts as RebuildReport;
}
