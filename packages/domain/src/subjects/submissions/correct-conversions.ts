import type { CampaignId } from "../../foundation/kernel/ids.js";
import { sameValue } from "../../foundation/kernel/same-value.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import { linkConversions, redetermineClosing, storeLinked } from "../appointments/link-conversions.js";
import type { Conversion } from "../conversions/conversion.js";
import { storeConversions } from "../conversions/store-conversions.js";
import type { Delivery } from "./identify.js";
import type { SubmissionStores } from "./submission-store.js";
import { conversionFromSubmission, type Submission } from "./submission.js";

/** Function that returns the campaign of a tracking parameter (`scct`), or `null` if no campaign has this parameter. */
export type CampaignOf = (scctParameter: string) => CampaignId | null;

type Correction = { readonly before: Conversion; readonly after: Conversion };

/**
 * Determines which conversions must be created, corrected or removed after submissions were corrected. Test submissions
 * have no conversion.
 */
export async function correctedConversions(
  corrections: readonly Delivery[],
  campaignOf: CampaignOf,
  { stores, account, now }: UnitOfWork<SubmissionStores>,
) {
  const ids = corrections.map(({ submission }) => submission.id);
  const found = await stores.conversions.byIds(account, "submission", ids);
  const known = new Map(found.map((one) => [one.id, one]));
  const created: Submission[] = [];
  const corrected: Correction[] = [];
  const removed: Conversion[] = [];
  for (const { submission } of corrections) {
    const before = known.get(submission.id);
    if (!before && !submission.isTest) created.push(submission);
    if (!before) continue;
    if (submission.isTest) removed.push(before);
    else corrected.push({ before, after: correction(before, submission) });
  }
  return { created, corrected, removed };

  /**
   * Returns the conversion of a corrected submission. Keeps the link to the appointment and the values determined at
   * creation.
   */
  function correction(before: Conversion, submission: Submission): Conversion {
    const { newPatient, createdAt, modifiedAt, appointmentId, appointmentAt, closes } = before;
    const { locationId, providerId, patientId, patientName } = before;
    return {
      ...conversionFromSubmission(submission, campaignOf(submission.scctParameter), newPatient, now),
      ...{
        createdAt,
        modifiedAt,
        appointmentId,
        appointmentAt,
        closes,
        locationId,
        providerId,
        patientId,
        patientName,
      },
    };
  }
}

/**
 * Stores corrected conversions. Retries linking unlinked conversions.
 * If the time of a linked conversion changed, chooses the closing conversion of its appointment again.
 */
export async function storeCorrected(
  corrections: readonly Correction[],
  work: UnitOfWork<SubmissionStores>,
): Promise<void> {
  const changed = corrections.filter(({ before, after }) => !sameValue(before, after));
  const waiting = changed.filter(({ before }) => before.appointmentId === null).map(({ after }) => after);
  const linked = changed.filter(({ before }) => before.appointmentId !== null);
  await storeLinked(await linkConversions(waiting, work), work);
  await storeConversions(
    linked.map(({ after }) => after),
    work,
  );
  await redetermineClosing(
    linked.filter(({ before, after }) => before.at !== after.at).map(({ after }) => after),
    work,
  );
}
