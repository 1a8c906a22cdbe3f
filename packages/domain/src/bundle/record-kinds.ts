import { callFromLine, callLine } from "../conversions/call-line.js";
import { recordCalls } from "../conversions/record-calls.js";
import type { Rendering } from "../feed/publication.js";
import { record } from "../feed/publication.js";
import { inviteFromLine, inviteLine } from "../invites/invite-line.js";
import { recordInvites } from "../invites/record-invites.js";
import type { AccountId, InviteId } from "../kernel/ids.js";
import type { LineShape, Shaped } from "../kernel/line-shape.js";
import { listingMetricFromLine, listingMetricLine } from "../listings/listing-metric-line.js";
import { recordListingMetrics } from "../listings/record-listing-metrics.js";
import type { Storage } from "../ports.js";
import { npsSurveyFromLine, npsSurveyLine, reviewFromLine, reviewLine } from "../reviews/review-line.js";
import { npsSurveyPublication, reviewPublication } from "../reviews/review-publications.js";
import { surveyResponseFromLine, surveyResponseLine } from "../surveys/survey-response-line.js";
import { surveyResponsePublication } from "../surveys/survey-response-publication.js";

/** Stores records that lines describe, where they are new or different; answers these. */
type StoreLines<S extends LineShape> = (
  lines: readonly Shaped<S>[],
  rendering: Rendering,
) => Promise<readonly unknown[]>;

const kind = <S extends LineShape>(shape: S, store: StoreLines<S>) => ({
  shape,
  store: store as StoreLines<LineShape>,
});

/** The large kinds of line: read again when they are stored, chunk by chunk. */
export const recordKinds = {
  invite: kind(inviteLine, (lines, rendering) => recordInvites(lines.map(inviteFromLine), rendering)),
  review: kind(reviewLine, (lines, rendering) => record(reviewPublication, lines.map(reviewFromLine), rendering)),
  nps_survey: kind(npsSurveyLine, (lines, rendering) =>
    record(npsSurveyPublication, lines.map(npsSurveyFromLine), rendering),
  ),
  survey_response: kind(surveyResponseLine, (lines, rendering) =>
    record(surveyResponsePublication, lines.map(surveyResponseFromLine), rendering),
  ),
  call: kind(callLine, (lines, rendering) => recordCalls(lines.map(callFromLine), rendering)),
  listing_metric: kind(listingMetricLine, (lines, rendering) =>
    recordListingMetrics(lines.map(listingMetricFromLine), rendering),
  ),
};

export type RecordKind = keyof typeof recordKinds;

/** Which of these ids of records of `kind` are stored; none of a kind that no other mentions. */
export function storedIds(storage: Storage, account: AccountId) {
  return async (kind: string, ids: readonly number[]): Promise<readonly number[]> => {
    if (kind !== "invite" || ids.length === 0) return [];
    const found = await storage.read(account, ({ invites }) => invites.byIds(account, ids as InviteId[]));
    return found.map(({ id }) => id);
  };
}

/** Which kinds are stored at one reading of the bundle, one reading after another: later ones mention earlier ones. */
export const readings: readonly (readonly RecordKind[])[] = [
  ["invite"],
  ["review", "nps_survey", "survey_response", "call", "listing_metric"],
];
