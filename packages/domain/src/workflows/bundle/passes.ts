import { appointmentFromLine } from "../../subjects/appointments/appointment-line.js";
import { linkWaiting, storeAppointments } from "../../subjects/appointments/record-appointments.js";
import { callFromLine } from "../../subjects/calls/call-line.js";
import type { CallStores } from "../../subjects/calls/record-calls.js";
import { recordCalls } from "../../subjects/calls/record-calls.js";
import { recordSpends } from "../../subjects/campaigns/record-spends.js";
import { spendFromLine } from "../../subjects/campaigns/spend-line.js";
import type { SpendStore } from "../../subjects/campaigns/spend-store.js";
import { record } from "../../foundation/feed/publication.js";
import { importConnectionFromLine } from "../../subjects/imports/import-connection-line.js";
import type { ConnectionStores, StopStores } from "../../subjects/imports/record-terms.js";
import { recordImportConnections, recordStops } from "../../subjects/imports/record-terms.js";
import type { UnfinishedRuns } from "../../subjects/imports/refuse-unfinished.js";
import { refuseUnfinished } from "../../subjects/imports/refuse-unfinished.js";
import { stopFromLine } from "../../subjects/imports/stop-line.js";
import { inviteFromLine } from "../../subjects/invites/invite-line.js";
import type { AppointmentId } from "../../foundation/kernel/ids.js";
import type { Shaped } from "../../foundation/kernel/line-shape.js";
import type { Secrets } from "../../foundation/kernel/secrets.js";
import { listingMetricFromLine } from "../../subjects/listings/listing-metric-line.js";
import type { ListingMetricStore } from "../../subjects/listings/listing-metric-store.js";
import { recordListingMetrics } from "../../subjects/listings/record-listing-metrics.js";
import { recordInvites } from "../../subjects/imports/record-invites.js";
import { npsSurveyFromLine, reviewFromLine } from "../../subjects/reviews/review-line.js";
import type { ReviewStores } from "../../subjects/reviews/review-publications.js";
import { npsSurveyPublication, reviewPublication } from "../../subjects/reviews/review-publications.js";
import { keptSubmissions } from "../../subjects/submissions/kept-submissions.js";
import { nextSubmissionId } from "../../subjects/submissions/next-submission-id.js";
import { recordSubmissions } from "../../subjects/submissions/record-submissions.js";
import type { SubmissionLine } from "../../subjects/submissions/submission-line.js";
import { submissionFromLine } from "../../subjects/submissions/submission-line.js";
import type { SubmissionStores } from "../../subjects/submissions/submission-stores.js";
import type { SubmissionPlan } from "../../subjects/submissions/submission-plan.js";
import { submissionPlan } from "../../subjects/submissions/submission-plan.js";
import { surveyResponseFromLine } from "../../subjects/surveys/survey-response-line.js";
import type { SurveyResponseStores } from "../../subjects/surveys/survey-response-publication.js";
import { surveyResponsePublication } from "../../subjects/surveys/survey-response-publication.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import type { RecordUserStores } from "../../subjects/users/record-users.js";
import { recordUsers } from "../../subjects/users/record-users.js";
import { userFromLine } from "../../subjects/users/user-line.js";
import { recordWidgets } from "../../subjects/widget/configure-widget.js";
import { widgetFromLine } from "../../subjects/widget/widget-line.js";
import type { WidgetStore } from "../../subjects/widget/widget-store.js";
import type { RecordKind, recordKinds } from "./record-kinds.js";

/** What storing the large kinds of line needs. */
export type LoadedStores = CallStores &
  ReviewStores &
  SubmissionStores &
  ConnectionStores &
  StopStores &
  RecordUserStores &
  UnfinishedRuns &
  SurveyResponseStores & {
    readonly spends: SpendStore;
    readonly listingMetrics: ListingMetricStore;
    readonly widgets: WidgetStore;
  };

/** What one pass over a bundle does with the lines of some kinds, chunk by chunk; returns the records that it changed. */
export type Pass = {
  readonly stores: { readonly [Kind in RecordKind]?: StoreLines<Kind> };
  /** What is done once all lines of these kinds were read. */
  finish?(): Promise<void>;
};

type StoreLines<Kind extends RecordKind> = (
  lines: readonly Shaped<(typeof recordKinds)[Kind]>[],
) => Promise<readonly unknown[]>;

/**
 * The passes over a bundle, one after another: later ones mention what earlier ones have stored. All appointments are
 * there before any conversion is made, so that each is held against all of them, whatever the order of lines.
 */
export function passesOf(
  work: UnitOfWork<LoadedStores>,
  secrets: Secrets,
  submissions: SubmissionPlan = submissionPlan(),
): readonly [Pass, Pass] {
  return [
    firstPass(work, submissions, secrets),
    {
      stores: {
        review: (lines) => record(reviewPublication, lines.map(reviewFromLine), work),
        nps_survey: (lines) => record(npsSurveyPublication, lines.map(npsSurveyFromLine), work),
        survey_response: (lines) => record(surveyResponsePublication, lines.map(surveyResponseFromLine), work),
        spend: (lines) => recordSpends(lines.map(spendFromLine), work),
        listing_metric: (lines) => recordListingMetrics(lines.map(listingMetricFromLine), work),
        user: (lines) => recordUsers(lines.map(userFromLine), work),
        call: (lines) => recordCalls(lines.map(callFromLine), work),
        submission: async (lines) => {
          const kept = await keptSubmissions(submissions, submissionsOf(lines, work), work);
          return (await recordSubmissions(kept, work)).filter(({ changed }) => changed);
        },
      },
    },
  ];
}

export const submissionsOf = (lines: readonly SubmissionLine[], { matching }: Pick<UnitOfWork<unknown>, "matching">) =>
  lines.map((line) => submissionFromLine(line, matching.calendar));

const idsOf = <Id>(records: readonly { readonly id: Id }[]): readonly Id[] => records.map(({ id }) => id);

function firstPass(work: UnitOfWork<LoadedStores>, submissions: SubmissionPlan, secrets: Secrets): Pass {
  const changed: AppointmentId[] = [];
  return {
    stores: {
      widget: (lines) => recordWidgets(lines.map(widgetFromLine), work, secrets),
      import_connection: (lines) => recordImportConnections(lines.map(importConnectionFromLine), work),
      stop: (lines) => recordStops(lines.map(stopFromLine), work),
      invite: async (lines) => {
        const invites = lines.map(inviteFromLine);
        await refuseUnfinished(work.stores, work.account, "invite", idsOf(invites));
        return recordInvites(invites, work);
      },
      appointment: async (lines) => {
        const appointments = lines.map(appointmentFromLine);
        await refuseUnfinished(work.stores, work.account, "appointment", idsOf(appointments));
        const stored = await storeAppointments(appointments, work);
        for (const { id } of stored) changed.push(id);
        return stored;
      },
      submission: async (lines) => {
        submissions.note(submissionsOf(lines, work));
        return [];
      },
    },
    async finish() {
      await linkWaiting(changed, work);
      submissions.settle(await nextSubmissionId(work, submissions.greatestGiven()));
    },
  };
}
