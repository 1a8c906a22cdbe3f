import { campaignsByParameter } from "../../foundation/catalog/catalog.js";
import type { CampaignId, SubmissionId } from "../../foundation/kernel/ids.js";
import { sameValue } from "../../foundation/kernel/json.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import {
  linkConversions,
  noOutcomes,
  redetermineClosing,
  removeConversions,
  type StatedOutcomes,
  storeLinked,
} from "../appointments/association.js";
import { type Conversion, conversionId } from "../conversions/conversion.js";
import { newPatients, storeConversions } from "../conversions/conversions.js";
import { conversionFromSubmission, type NewSubmission, type Submission, submissionKeyText } from "./submission.js";

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
  work: UnitOfWork,
  stated: StatedOutcomes = noOutcomes,
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
  await createConversions([...accepted, ...created], campaignOf, work, stated);
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

/** Submission from a partner. `before` is the stored version, if the partner sent the submission before. */
type Delivery = { readonly submission: Submission; readonly before?: Submission };

/**
 * Finds out which submissions are new. All others repeat a submission that is stored or earlier in the list.
 * A submission with a stored id replaces the stored version.
 * After that, the replaced version is not used to detect duplicates.
 */
async function identify(delivered: readonly NewSubmission[], work: UnitOfWork): Promise<readonly Delivery[]> {
  const { stores, account } = work;
  const ids = delivered.flatMap(({ id }) => id ?? []);
  const maxGivenId = ids.reduce((greatest, id) => Math.max(greatest, id), 0);
  const [withIds, withKeys, nextId] = await Promise.all([
    stores.submissions.byIds(account, ids),
    stores.submissions.byKeys(account, delivered),
    nextSubmissionId(work, maxGivenId),
  ]);
  const byId = new Map(withIds.map((one) => [one.id, one]));
  const stored = withKeys.filter(({ id }) => !byId.has(id));
  const corrections = delivered.flatMap((one) => (isStored(one) ? [one] : []));
  const byKey = new Map([...stored, ...corrections].map((one) => [submissionKeyText(one), one]));
  return delivered.map((one): Delivery => {
    if (isStored(one)) {
      const before = byId.get(one.id) as Submission;
      return { submission: { ...one, postedBy: before.postedBy }, before };
    }
    const key = submissionKeyText(one);
    const before = byKey.get(key);
    if (before) return { submission: before, before };
    const submission = { ...one, id: one.id ?? nextId() };
    byKey.set(key, submission);
    return { submission };
  });

  function isStored(one: NewSubmission): one is Submission {
    return one.id !== null && byId.has(one.id);
  }
}

/**
 * Returns a function that creates sequential submission ids. The ids start at the current time in milliseconds, and are
 * higher than all stored ids and than `maxGivenId`. Therefore, ids of deleted test submissions are never reused.
 */
export async function nextSubmissionId(
  { stores, account, now }: UnitOfWork,
  maxGivenId: number,
): Promise<() => SubmissionId> {
  let next = Math.max(now, (await stores.ids.greatest(account, "submissions")) + 1, maxGivenId + 1);
  return () => next++ as SubmissionId;
}

/** Function that returns the campaign of a tracking parameter (`scct`), or `null` if no campaign has this parameter. */
type CampaignOf = (scctParameter: string) => CampaignId | null;

type Correction = { readonly before: Conversion; readonly after: Conversion };

/**
 * Determines which conversions must be created, corrected or removed after submissions were corrected. Test submissions
 * have no conversion.
 */
async function correctedConversions(
  corrections: readonly Delivery[],
  campaignOf: CampaignOf,
  { stores, account, now }: UnitOfWork,
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

async function createConversions(
  accepted: readonly Submission[],
  campaignOf: CampaignOf,
  work: UnitOfWork,
  stated: StatedOutcomes,
): Promise<void> {
  const real = accepted.filter(({ isTest }) => !isTest);
  const conversions = real.map((one) => conversionFromSubmission(one, campaignOf(one.scctParameter), false, work.now));
  const [isNew, linked] = await Promise.all([newPatients(real, work), linkConversions(conversions, work, stated)]);
  await storeLinked(
    linked.map((one) => ({ ...one, newPatient: stated.get(one.id)?.newPatient ?? isNew(one) })),
    work,
  );
}

/**
 * Stores corrected conversions. Retries linking unlinked conversions.
 * If the time of a linked conversion changed, chooses the closing conversion of its appointment again.
 */
async function storeCorrected(corrections: readonly Correction[], work: UnitOfWork): Promise<void> {
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

/** Updates the campaigns of existing conversions. Returns the ids of the submissions whose conversions changed. */
async function updateCampaigns(
  again: readonly Submission[],
  campaignOf: CampaignOf,
  work: UnitOfWork,
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
