import { campaignsByParameter } from "../../foundation/catalog/campaign.js";
import type { SubmissionId } from "../../foundation/kernel/ids.js";
import { sameValue } from "../../foundation/kernel/same-value.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import { linkConversions, storeLinked } from "../appointments/link-conversions.js";
import { removeConversions } from "../appointments/remove-conversions.js";
import { conversionId } from "../conversions/conversion.js";
import { newPatients } from "../conversions/new-patients.js";
import { storeConversions } from "../conversions/store-conversions.js";
import { type CampaignOf, correctedConversions, storeCorrected } from "./correct-conversions.js";
import { type Delivery, identify } from "./identify.js";
import type { SubmissionStores } from "./submission-store.js";
import { conversionFromSubmission, type NewSubmission, type Submission } from "./submission.js";

/** Result of recording one submission. A duplicate gets the ids of the submission that is already stored. */
export type RecordedSubmission = {
  readonly id: SubmissionId;
  /** Public id of the conversion, or `null` for a test submission. */
  readonly conversionId: string | null;
  readonly status: "accepted" | "duplicate";
  /** True if recording the submission changed any stored data. */
  readonly changed: boolean;
};

/**
 * Stores submissions, creates their conversions and links the conversions to appointments. Returns one result per
 * submission, in order.
 * - A test submission gets no conversion.
 * - A submission with a stored id replaces the stored submission.
 * - A duplicate only updates the campaign of the original submission's conversion.
 */
export async function recordSubmissions(
  delivered: readonly NewSubmission[],
  work: UnitOfWork<SubmissionStores>,
): Promise<readonly RecordedSubmission[]> {
  const { stores, account } = work;
  const deliveries = await identify(delivered, work);
  const campaignOf = campaignsByParameter(work.campaigns);
  const changed = deliveries.filter(({ submission, before }) => !sameValue(submission, before));
  const repeated = deliveries.filter(({ submission, before }) => sameValue(submission, before));
  await stores.submissions.save(
    account,
    changed.map(({ submission }) => submission),
  );
  const isCorrection = ({ before }: Delivery) => before !== undefined;
  const { created, corrected, removed } = await correctedConversions(changed.filter(isCorrection), campaignOf, work);
  const accepted = changed.filter((delivery) => !isCorrection(delivery)).map(({ submission }) => submission);
  await createConversions([...accepted, ...created], campaignOf, work);
  await storeCorrected(corrected, work);
  await removeConversions(removed, work);
  const updated = await updateCampaigns(
    repeated.map(({ submission }) => submission),
    campaignOf,
    work,
  );
  return deliveries.map(({ submission, before }) => ({
    id: submission.id,
    conversionId: submission.isTest ? null : conversionId({ kind: "submission", id: submission.id }),
    status: before ? "duplicate" : "accepted",
    changed: !sameValue(submission, before) || updated.has(submission.id),
  }));
}

async function createConversions(
  accepted: readonly Submission[],
  campaignOf: CampaignOf,
  work: UnitOfWork<SubmissionStores>,
): Promise<void> {
  const real = accepted.filter(({ isTest }) => !isTest);
  const isNew = await newPatients(real, work);
  const conversions = real.map((one) =>
    conversionFromSubmission(one, campaignOf(one.scctParameter), isNew(one), work.now),
  );
  await storeLinked(await linkConversions(conversions, work), work);
}

/** Updates the campaigns of existing conversions. Returns the ids of the submissions whose conversions changed. */
async function updateCampaigns(
  again: readonly Submission[],
  campaignOf: CampaignOf,
  work: UnitOfWork<SubmissionStores>,
): Promise<ReadonlySet<SubmissionId>> {
  const { stores, account } = work;
  const byId = new Map(again.map((one) => [one.id, one]));
  const conversions = await stores.conversions.byIds(account, "submission", [...byId.keys()]);
  const updated = conversions.flatMap((one) => {
    const campaignId = campaignOf(byId.get(one.id as SubmissionId)?.scctParameter ?? "");
    return campaignId === one.campaignId ? [] : [{ ...one, campaignId }];
  });
  await storeConversions(updated, work);
  return new Set(updated.map(({ id }) => id as SubmissionId));
}
