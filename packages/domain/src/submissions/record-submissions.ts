import type { LinkingStores } from "../attribution/appointment-store.js";
import { linkConversions, storeLinked } from "../attribution/link-conversions.js";
import { campaignsByParameter } from "../catalog/campaign.js";
import type { ContactStore } from "../conversions/contact-store.js";
import { conversionId } from "../conversions/conversion.js";
import { newPatients } from "../conversions/new-patients.js";
import { storeConversions } from "../conversions/store-conversions.js";
import type { CampaignId, SubmissionId } from "../kernel/ids.js";
import type { UnitOfWork } from "../unit-of-work/unit-of-work.js";
import { nextSubmissionId } from "./next-submission-id.js";
import type { NewSubmission, Submission } from "./submission.js";
import { conversionFromSubmission, submissionKeyText } from "./submission.js";
import type { SubmissionStore } from "./submission-store.js";

/** What recording submissions needs. */
export type SubmissionStores = LinkingStores & {
  readonly contacts: ContactStore;
  readonly submissions: SubmissionStore;
};

/** What became of a submission that was delivered; a duplicate is answered with the ids of the one before it. */
export type RecordedSubmission = {
  readonly id: SubmissionId;
  /** A test has none. */
  readonly conversionId: string | null;
  readonly status: "accepted" | "duplicate";
  /** Whether anything was stored. */
  readonly changed: boolean;
};

/** Whose campaign it is that a parameter stands for. */
type CampaignOf = (scctParameter: string) => CampaignId | null;

/** A submission with what is stored of it already, when it was delivered before. */
type Delivery = { readonly submission: Submission; readonly before?: Submission };

/**
 * Keeps submissions, makes conversions of those that are no tests and links them to the appointments that they led to.
 * One that was delivered before stays the submission that it is; only where it came from may be told better by one with
 * the same id, and its campaign is looked up again. Answers in the order of delivery.
 */
export async function recordSubmissions(
  delivered: readonly NewSubmission[],
  work: UnitOfWork<SubmissionStores>,
): Promise<readonly RecordedSubmission[]> {
  const { stores, account } = work;
  const deliveries = await identify(delivered, work);
  const campaignOf = campaignsByParameter(work.campaigns);
  const accepted = deliveries.flatMap(({ submission, before }) => (before ? [] : [submission]));
  const again = deliveries.flatMap(({ submission, before }) => (before ? [submission] : []));
  const moved = deliveries.filter(({ submission, before }) => before && submission !== before);
  await stores.submissions.save(account, [...accepted, ...moved.map(({ submission }) => submission)]);
  await createConversions(accepted, campaignOf, work);
  const updated = await updateCampaigns(again, campaignOf, work);
  return deliveries.map(({ submission, before }) => ({
    id: submission.id,
    conversionId: submission.isTest ? null : conversionId({ kind: "submission", id: submission.id }),
    status: before ? "duplicate" : "accepted",
    changed: submission !== before || updated.has(submission.id),
  }));
}

/** Tells those that are new from those that were delivered before, in an earlier unit of work or earlier in the list. */
async function identify(
  delivered: readonly NewSubmission[],
  work: UnitOfWork<SubmissionStores>,
): Promise<readonly Delivery[]> {
  const { stores, account } = work;
  const ids = delivered.flatMap(({ id }) => id ?? []);
  const byId = new Map((await stores.submissions.byIds(account, ids)).map((one) => [one.id, one]));
  const stored = await stores.submissions.byKeys(account, delivered);
  const byKey = new Map(stored.map((one) => [submissionKeyText(one), one]));
  const greatestGiven = ids.reduce((greatest, id) => Math.max(greatest, id), 0);
  const nextId = await nextSubmissionId(work, greatestGiven);
  return delivered.map((one): Delivery => {
    const named = one.id === null ? undefined : byId.get(one.id);
    if (named) return { submission: withOrigin(named, one), before: named };
    const key = submissionKeyText(one);
    const before = byKey.get(key);
    if (before) return { submission: before, before };
    const submission = { ...one, id: one.id ?? nextId() };
    byId.set(submission.id, submission);
    byKey.set(key, submission);
    return { submission };
  });
}

const withOrigin = (before: Submission, { scctParameter }: NewSubmission): Submission =>
  before.scctParameter === scctParameter ? before : { ...before, scctParameter };

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

/** Answers whose conversions belong to another campaign now. */
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
