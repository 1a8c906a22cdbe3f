import { appointmentFromLine } from "../attribution/appointment-line.js";
import { linkWaiting, storeAppointments } from "../attribution/record-appointments.js";
import { recordSpends } from "../campaigns/record-spends.js";
import { spendFromLine } from "../campaigns/spend-line.js";
import { callFromLine } from "../conversions/call-line.js";
import { recordCalls } from "../conversions/record-calls.js";
import type { Rendering } from "../feed/publication.js";
import { record } from "../feed/publication.js";
import { importConnectionFromLine } from "../imports/import-connection-line.js";
import { recordImportConnections, recordStops } from "../imports/record-terms.js";
import { stopFromLine } from "../imports/stop-line.js";
import { inviteFromLine } from "../invites/invite-line.js";
import { recordInvites } from "../invites/record-invites.js";
import type { AppointmentId } from "../kernel/ids.js";
import type { Shaped } from "../kernel/line-shape.js";
import { listingMetricFromLine } from "../listings/listing-metric-line.js";
import { recordListingMetrics } from "../listings/record-listing-metrics.js";
import { npsSurveyFromLine, reviewFromLine } from "../reviews/review-line.js";
import { npsSurveyPublication, reviewPublication } from "../reviews/review-publications.js";
import { nextSubmissionId } from "../submissions/next-submission-id.js";
import { recordSubmissions } from "../submissions/record-submissions.js";
import { submissionFromLine } from "../submissions/submission-line.js";
import { submissionPlan } from "../submissions/submission-plan.js";
import { surveyResponseFromLine } from "../surveys/survey-response-line.js";
import { surveyResponsePublication } from "../surveys/survey-response-publication.js";
import type { RecordKind, recordKinds } from "./record-kinds.js";

/** What one reading of a bundle does with the lines of some kinds, chunk by chunk: answers the records that it changed. */
export type Reading = {
  readonly stores: { readonly [Kind in RecordKind]?: StoreLines<Kind> };
  /** What is done once all lines of these kinds were read. */
  finish?(): Promise<void>;
};

type StoreLines<Kind extends RecordKind> = (
  lines: readonly Shaped<(typeof recordKinds)[Kind]>[],
) => Promise<readonly unknown[]>;

/**
 * The readings of a bundle, one after another: later ones mention what earlier ones have stored. All appointments are
 * there before any conversion is made, so that each is held against all of them, whatever the order of lines.
 */
export function readingsOf(rendering: Rendering): readonly Reading[] {
  const submissions = submissionPlan();
  return [
    firstReading(rendering, submissions),
    {
      stores: {
        review: (lines) => record(reviewPublication, lines.map(reviewFromLine), rendering),
        nps_survey: (lines) => record(npsSurveyPublication, lines.map(npsSurveyFromLine), rendering),
        survey_response: (lines) => record(surveyResponsePublication, lines.map(surveyResponseFromLine), rendering),
        spend: (lines) => recordSpends(lines.map(spendFromLine), rendering),
        listing_metric: (lines) => recordListingMetrics(lines.map(listingMetricFromLine), rendering),
        call: (lines) => recordCalls(lines.map(callFromLine), rendering),
        submission: async (lines) => {
          const recorded = await recordSubmissions(submissions.kept(lines.map(submissionFromLine)), rendering);
          return recorded.filter(({ changed }) => changed);
        },
      },
    },
  ];
}

function firstReading(rendering: Rendering, submissions: ReturnType<typeof submissionPlan>): Reading {
  const changed: AppointmentId[] = [];
  return {
    stores: {
      import_connection: (lines) => recordImportConnections(lines.map(importConnectionFromLine), rendering),
      stop: (lines) => recordStops(lines.map(stopFromLine), rendering),
      invite: (lines) => recordInvites(lines.map(inviteFromLine), rendering),
      appointment: async (lines) => {
        const stored = await storeAppointments(lines.map(appointmentFromLine), rendering);
        for (const { id } of stored) changed.push(id);
        return stored;
      },
      submission: async (lines) => {
        submissions.note(lines.map(submissionFromLine));
        return [];
      },
    },
    async finish() {
      await linkWaiting(changed, rendering);
      submissions.settle(await nextSubmissionId(rendering, submissions.greatestGiven()));
    },
  };
}
