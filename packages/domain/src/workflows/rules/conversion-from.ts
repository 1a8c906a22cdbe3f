import { type Campaign, campaignsByNumber, campaignsByParameter } from "../../foundation/catalog/campaign.js";
import type { SubmissionId } from "../../foundation/kernel/ids.js";
import type { LocalCalendar } from "../../foundation/kernel/local-calendar.js";
import { callFromLine } from "../../subjects/calls/call-line.js";
import { conversionFromCall } from "../../subjects/calls/call.js";
import type { Conversion } from "../../subjects/conversions/conversion.js";
import { submissionFromLine } from "../../subjects/submissions/submission-line.js";
import { conversionFromSubmission } from "../../subjects/submissions/submission.js";
import type { LinesByKind } from "../bundle/bundle-line.js";
import { valuesOf } from "./record-from.js";

/** Call or online submission, with the keys of a bundle line of this kind. */
export type ConversionLine =
  ({ readonly kind: "call" } & LinesByKind["call"]) | ({ readonly kind: "submission" } & LinesByKind["submission"]);

/** Creates the conversion for a call or submission, with the campaign that its number or parameter belongs to. */
export function conversionFrom(
  line: ConversionLine,
  calendar: LocalCalendar,
  campaigns: readonly Campaign[] = [],
): Conversion {
  if (line.kind === "call") {
    const call = callFromLine(valuesOf("call", line));
    const campaignId = call.campaignId ?? campaignsByNumber(campaigns)(call.trackingNumber);
    return conversionFromCall({ ...call, campaignId }, false, call.at);
  }
  const submission = submissionFromLine(valuesOf("submission", line), calendar);
  const campaignId = campaignsByParameter(campaigns)(submission.scctParameter);
  // A line without an id gets its id when it is stored. Without storage, the id has no meaning.
  const id = submission.id ?? (0 as SubmissionId);
  return conversionFromSubmission({ ...submission, id }, campaignId, false, submission.at);
}
