import { parseEmail } from "../../foundation/kernel/contact-details.js";
import type { AccountId, SubmissionId } from "../../foundation/kernel/ids.js";
import { isJsonObject } from "../../foundation/kernel/json.js";
import { writeLine } from "../../foundation/kernel/line-shape.js";
import { pagesOf, type ReadStores } from "../../foundation/kernel/storage.js";
import { type Instant, plus } from "../../foundation/kernel/times.js";
import {
  factsFrom,
  foundByRows,
  foundRecords,
  type KnownPerson,
  type PersonalRow,
  rowsOf,
} from "../../foundation/records/personal-data.js";
import { publishedLists } from "../../foundation/records/record-lists.js";
import {
  countOnly,
  idsIn,
  type LineValues,
  type LoadedType,
  recordsFrom,
  type RecordType,
  type Storing,
} from "../../foundation/records/record-type.js";
import { responseRetention } from "../../foundation/unit-of-work/once.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import { outcomesIn, removeConversions } from "../appointments/association.js";
import { conversionMentions, conversionPublications, peopleOfConversions } from "../conversions/conversions.js";
import { nextSubmissionId, recordSubmissions } from "./record-submissions.js";
import {
  type NewSubmission,
  type Submission,
  submissionFromLine,
  submissionKeyText,
  submissionLine,
} from "./submission.js";

export const submissionType: LoadedType<"submission"> = {
  kind: "submission",
  lines: {
    shape: submissionLine,
    keys: ["id"],
    weight: 3,
    contacts: ["phone_number", "email"],
    storing: beginSubmissions,
    stored: storedSubmissionLines,
    removing: async (keys, work) => countOnly(await removeSubmissions(idsIn(keys), work)),
  },
  lists: publishedLists("conversions", conversionPublications.submission),
  mentions: conversionMentions("submission"),
  ofPerson: foundByRows(peopleOfSubmissions, removeSubmissions, "appointment"),
};

/** Reads submissions together with their conversions, because only a conversion refers to an appointment. */
async function* peopleOfSubmissions(
  stores: ReadStores,
  account: AccountId,
): AsyncGenerator<readonly PersonalRow<SubmissionId>[]> {
  yield* submissionRows(stores, account);
  yield* peopleOfConversions<SubmissionId>("submission", stores, account);
}

const submissionRows = rowsOf(
  ({ submissions }, account, page) => submissions.page(account, page),
  ({ patientId, phone, email }) => factsFrom(patientId, [phone, parseEmail(email ?? "")]),
);

/** Reads submissions as lines, with the results of their conversions. Leaves out tests, which are deleted soon. */
async function* storedSubmissionLines(stores: ReadStores, account: AccountId) {
  for await (const page of pagesOf(1_000, (next) => stores.submissions.page(account, next))) {
    const ids = page.map(({ id }) => id);
    const conversions = new Map(
      (await stores.conversions.byIds(account, "submission", ids)).map((one) => [one.id, one]),
    );
    yield page.map(({ at, type, scheduledDate, ...submission }) => {
      const { newPatient = null, appointmentId = null } = conversions.get(submission.id) ?? {};
      const renamed = { submissionDate: at, conversionType: type, scheduledAppointmentDate: scheduledDate };
      return submission.isTest
        ? undefined
        : writeLine(submissionLine, { ...submission, ...renamed, newPatient, appointmentId });
    });
  }
}

/** Assigns the ids and finds the duplicates of all submissions in a load before the first submission is stored. */
function beginSubmissions(): Storing {
  const plan = submissionPlan();
  let isSettled = false;
  return {
    note: (lines, work) => plan.note(submissionsIn(lines, work)),
    async store(lines, work) {
      if (!isSettled) plan.settle(await nextSubmissionId(work, plan.maxFileId()));
      isSettled = true;
      const submissions = await storedSubmissions(plan, submissionsIn(lines, work), work);
      return countOnly(
        (await recordSubmissions(submissions, work, outcomesIn(lines))).filter(({ changed }) => changed),
      );
    },
  };
}

const submissionsIn = (lines: readonly LineValues[], { matching }: Pick<UnitOfWork<unknown>, "matching">) =>
  recordsFrom(submissionLine, (line) => submissionFromLine(line, matching.calendar), lines);

/** The submissions that a bundle load will store, with the ids that they will get. */
type SubmissionPlan = ReturnType<typeof submissionPlan>;

type Planned = { readonly at: Instant; readonly fileId: SubmissionId | null; readonly id: SubmissionId | null };

/**
 * Creates a plan that chooses among the duplicates in a file and assigns ids. The plan makes the result independent of
 * the order of lines. Only the keys and ids of submissions are in memory.
 */
function submissionPlan() {
  const planned = new Map<string, Planned>();
  return {
    /** Adds submissions to the plan. Of several duplicates, the plan keeps the submission with the lowest id. */
    note(submissions: readonly NewSubmission[]): void {
      for (const one of submissions) {
        const key = submissionKeyText(one);
        const fileId = leastOf(planned.get(key)?.fileId ?? null, one.id);
        planned.set(key, { at: one.at, fileId, id: fileId });
      }
    },
    /** Returns the highest submission id in the file, or 0 if no line has an id. */
    maxFileId: (): number => [...planned.values()].reduce((greatest, { fileId }) => Math.max(greatest, fileId ?? 0), 0),
    /** Assigns ids to the submissions without an id, in the order of their times. */
    settle(nextId: () => SubmissionId): void {
      const open = [...planned].filter(([, { fileId }]) => fileId === null);
      const inOrder = open.sort(([one, a], [other, b]) => a.at - b.at || (one < other ? -1 : 1));
      for (const [key, plan] of inOrder) planned.set(key, { ...plan, id: nextId() });
    },
    /** Returns true if the plan assigns the id of a submission, because no line for this submission has an id. */
    assigns: (submission: NewSubmission): boolean => planned.get(submissionKeyText(submission))?.fileId === null,
    /** Returns the submissions that the plan keeps, with their ids. Of submissions with equal keys, the plan keeps one. */
    withIds: (submissions: readonly NewSubmission[]): readonly NewSubmission[] =>
      submissions.flatMap((one) => {
        const plan = planned.get(submissionKeyText(one));
        return plan && plan.fileId === one.id ? [{ ...one, id: plan.id }] : [];
      }),
  };
}

const leastOf = (one: SubmissionId | null, other: SubmissionId | null): SubmissionId | null =>
  one === null || other === null ? (one ?? other) : (Math.min(one, other) as SubmissionId);

/**
 * Returns the submissions that a load's plan keeps, with their ids.
 * If another transaction has meanwhile used a planned id, returns the submission without an id.
 * The submission then gets a new id, so it does not replace the submission of the other transaction.
 */
async function storedSubmissions(
  plan: SubmissionPlan,
  submissions: readonly NewSubmission[],
  { stores, account }: UnitOfWork,
): Promise<readonly NewSubmission[]> {
  const planned = plan.withIds(submissions);
  const assigned = planned.flatMap((one) => (plan.assigns(one) && one.id !== null ? [one.id] : []));
  const stored = await stores.submissions.byIds(account, assigned);
  const keys = new Map(stored.map((one) => [one.id, submissionKeyText(one)]));
  return planned.map((one) => {
    const storedKey = one.id !== null && plan.assigns(one) ? keys.get(one.id) : undefined;
    return storedKey === undefined || storedKey === submissionKeyText(one) ? one : { ...one, id: null };
  });
}

/** Deletes submissions and their conversions. Returns the submissions that existed. */
async function removeSubmissions(ids: readonly SubmissionId[], work: UnitOfWork): Promise<readonly Submission[]> {
  const { stores, account } = work;
  const found = await stores.submissions.byIds(account, ids);
  const known = found.map(({ id }) => id);
  await removeConversions(await stores.conversions.byIds(account, "submission", known), work);
  await stores.submissions.remove(account, known);
  return found;
}

/** Record type for stored responses to requests with an idempotency key. */
export const storedResponseType: RecordType<"kept_response"> = {
  kind: "kept_response",
  expire: ({ storedResponses }, account, now) => storedResponses.forget(account, plus(now, -responseRetention)),
  ofPerson: {
    find: async (stores, account, person) =>
      foundRecords(await keysOf(stores, account, person), (keys, { stores: { storedResponses } }) =>
        storedResponses.remove(account, keys),
      ),
  },
};

const pageSize = 20;

/** Returns the keys of responses that contain a submission, patient id or contact of the person. */
async function keysOf(
  { storedResponses }: ReadStores,
  account: AccountId,
  { patientIds, contacts, found }: KnownPerson,
): Promise<ReadonlySet<string>> {
  const submissions = found("submission");
  const keys = new Set<string>();
  for (let after = ""; ;) {
    const page = await storedResponses.page(account, after, pageSize);
    for (const { key, response } of page) if (containsErased(JSON.parse(response))) keys.add(key);
    after = page.at(-1)?.key ?? after;
    if (page.length < pageSize) return keys;
  }

  function containsErased(value: unknown): boolean {
    if (typeof value === "string") return patientIds.has(value) || contacts.has(value);
    if (Array.isArray(value)) return value.some(containsErased);
    if (!isJsonObject(value)) return false;
    return ("conversionId" in value && submissions.has(value["id"])) || Object.values(value).some(containsErased);
  }
}
