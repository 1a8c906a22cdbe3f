import { closeAnew, linkConversions, storeLinked } from "../attribution/link-conversions.js";
import type { Conversion } from "../conversions/conversion.js";
import { storeConversions } from "../conversions/store-conversions.js";
import type { CampaignId } from "../kernel/ids.js";
import { sameValue } from "../kernel/same-value.js";
import type { UnitOfWork } from "../unit-of-work/unit-of-work.js";
import type { Delivery } from "./identify.js";
import type { Submission } from "./submission.js";
import { conversionFromSubmission } from "./submission.js";
import type { SubmissionStores } from "./submission-stores.js";

/** Whose campaign it is that a parameter stands for. */
export type CampaignOf = (scctParameter: string) => CampaignId | null;

type Correction = { readonly before: Conversion; readonly after: Conversion };

/** What corrections make of conversions: a test has none, so that some are new or gone. */
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

  /** Links stay, and so does what was decided when it was created. */
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

/** Stores corrected conversions; one without an appointment looks for it again, and credit goes to who is last now. */
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
  await closeAnew(
    linked.filter(({ before, after }) => before.at !== after.at).map(({ after }) => after),
    work,
  );
}
