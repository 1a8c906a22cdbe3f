import { appointmentLine } from "../../subjects/appointments/appointment-line.js";
import { callLine } from "../../subjects/calls/call-line.js";
import { spendLine } from "../../subjects/campaigns/spend-line.js";
import { importConnectionLine } from "../../subjects/imports/import-connection-line.js";
import { stopLine } from "../../subjects/imports/stop-line.js";
import { inviteLine } from "../../subjects/invites/invite-line.js";
import type { InviteStore } from "../../subjects/invites/invite-store.js";
import type { AccountId, InviteId } from "../../foundation/kernel/ids.js";
import type { LineShape } from "../../foundation/kernel/line-shape.js";
import type { Reads } from "../../foundation/kernel/storage.js";
import { listingMetricLine } from "../../subjects/listings/listing-metric-line.js";
import { npsSurveyLine, reviewLine } from "../../subjects/reviews/review-line.js";
import { submissionLine } from "../../subjects/submissions/submission-line.js";
import { surveyResponseLine } from "../../subjects/surveys/survey-response-line.js";
import { userLine } from "../../subjects/users/user-line.js";
import { widgetLine } from "../../subjects/widget/widget-line.js";

/** The large kinds of line: read again when they are stored, chunk by chunk. */
export const recordKinds = {
  widget: widgetLine,
  import_connection: importConnectionLine,
  stop: stopLine,
  invite: inviteLine,
  spend: spendLine,
  appointment: appointmentLine,
  review: reviewLine,
  nps_survey: npsSurveyLine,
  survey_response: surveyResponseLine,
  call: callLine,
  submission: submissionLine,
  listing_metric: listingMetricLine,
  user: userLine,
} as const satisfies Record<string, LineShape>;

export type RecordKind = keyof typeof recordKinds;

/** Which of these ids of records of `kind` are stored; none of a kind that no other mentions. */
export function storedIds(storage: Reads<{ readonly invites: Pick<InviteStore, "byIds"> }>, account: AccountId) {
  return async (kind: string, ids: readonly number[]): Promise<readonly number[]> => {
    if (kind !== "invite" || ids.length === 0) return [];
    const found = await storage.read(account, ({ invites }) => invites.byIds(account, ids as InviteId[]));
    return found.map(({ id }) => id);
  };
}
