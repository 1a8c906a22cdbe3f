import { eachAccount } from "../../foundation/accounts/account.js";
import { type AuditRecord, byOperator, type Principal } from "../../foundation/accounts/audit-trail.js";
import { maxProblems, notFound, type Problem, tooLarge } from "../../foundation/kernel/domain-error.js";
import { type AccountId, idInPath, type SubmissionId } from "../../foundation/kernel/ids.js";
import { isJsonObject } from "../../foundation/kernel/json.js";
import { defaulted, orEmpty } from "../../foundation/kernel/line-fields.js";
import { type LineProblem, pointed, readLine, unknownKey, wrongBody } from "../../foundation/kernel/line-shape.js";
import type { Ports, Stores } from "../../foundation/kernel/storage.js";
import { type Instant, isoInstant, minute, plus } from "../../foundation/kernel/times.js";
import { doOnce, type OncePorts, type WriteOptions } from "../../foundation/unit-of-work/once.js";
import { unitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import { conversionId } from "../conversions/conversion.js";
import { type RecordedSubmission, recordSubmissions } from "./record-submissions.js";
import { posterOf, submissionFields, submissionFromLine, type SubmissionLine, trackerKey } from "./submission.js";

/** Result of uploading one submission. A duplicate gets the ids of the submission that is already stored. */
export type UploadedSubmission = Pick<RecordedSubmission, "id" | "conversionId" | "status">;

/** Default maximum number of submissions per request. */
export const maxSubmissions = 1_000;

/** Uploads one submission or a batch. If one submission of a batch is invalid, nothing is stored. */
export function uploadSubmissions(ports: OncePorts<Stores>, max = maxSubmissions) {
  const once = doOnce(ports);

  async function store(
    operation: string,
    body: unknown,
    lines: readonly SubmissionLine[],
    { by, idempotencyKey }: WriteOptions,
  ): Promise<readonly UploadedSubmission[]> {
    const request = { by, operation, body, rows: lines.length, key: idempotencyKey };
    return once(request, async (stores, now) => {
      const work = await unitOfWork(stores, by.account, now);
      const postedBy = posterOf(by);
      const submissions = lines.map((line) => ({ ...submissionFromLine(line, work.matching.calendar), postedBy }));
      const recorded = await recordSubmissions(submissions, work);
      return recorded.map(({ id, conversionId, status }) => ({ id, conversionId, status }));
    });
  }

  return {
    /**
     * Uploads one submission. If its date is missing, uses the current time. Throws `invalid_submission` with a JSON
     * pointer per problem.
     */
    async one(submission: unknown, options: WriteOptions): Promise<UploadedSubmission> {
      const read = readSubmission(submission, ports.clock());
      const [uploaded] = await store("upload_submission", submission, [read], options);
      return uploaded as UploadedSubmission;
    },
    /**
     * Uploads a batch in the form `{submissions: [...]}`. Returns one result per submission, in order. Throws
     * `too_many_submissions` if the batch is too large.
     */
    async batch(body: unknown, options: WriteOptions): Promise<readonly UploadedSubmission[]> {
      return store("upload_submissions", body, readSubmissions(body, ports.clock(), max), options);
    },
  };
}

/** Status of a submission for the caller that posted it. Contains no data of a patient. */
export type SubmissionStatus = {
  readonly id: number;
  readonly conversion_id: string | null;
  readonly is_test: boolean;
  readonly stored_at: string | null;
  readonly is_linked: boolean;
  readonly linked_at: string | null;
};

/**
 * Returns the status of a submission, by the id in a path. Throws `submission_not_found` if there is none,
 * or if another caller posted it.
 */
export const submissionStatus =
  ({ storage }: Pick<Ports, "storage">) =>
  (by: Principal, written: string): Promise<SubmissionStatus> =>
    storage.read(by.account, async ({ submissions, conversions }) => {
      const id = idInPath<SubmissionId>(written);
      const [submission] = id === undefined ? [] : await submissions.byIds(by.account, [id]);
      if (submission?.postedBy !== posterOf(by))
        throw notFound("submission_not_found", "the caller has posted no submission with this id");
      const [conversion] = await conversions.byIds(by.account, "submission", [submission.id]);
      const isLinked = conversion !== undefined && conversion.appointmentId !== null;
      return {
        id: submission.id,
        conversion_id: conversion ? conversionId(conversion) : null,
        is_test: submission.isTest,
        stored_at: conversion ? isoInstant(conversion.createdAt) : null,
        is_linked: isLinked,
        linked_at: isLinked ? isoInstant(conversion.modifiedAt) : null,
      };
    });

/** Maximum time in milliseconds that a partner's clock may be ahead of the server's clock. */
const margin = 5 * minute;

/** Parses a single submission. If its date is missing, uses `received`. Throws `invalid_submission`. */
function readSubmission(sent: unknown, received: Instant): SubmissionLine {
  const date = orEmpty(defaulted(submissionFields.submission_date, received));
  const read = inForm(sent, { ...submissionFields, submission_date: date }, received);
  if ("line" in read) return read.line;
  throw wrongBody(
    "invalid_submission",
    read.problems.map((problem) => pointed("", problem)),
  );
}

/**
 * Parses a batch of up to `max` submissions. Throws `invalid_submissions` if any submission is invalid, and
 * `too_many_submissions` if the batch is larger.
 */
function readSubmissions(sent: unknown, received: Instant, max: number): readonly SubmissionLine[] {
  const elements = elementsOf(sent, max);
  const lines: SubmissionLine[] = [];
  const faulty: (readonly Problem[])[] = [];
  for (const [index, element] of elements.entries()) {
    const read = inForm(element, submissionFields, received);
    if ("line" in read) lines.push(read.line);
    else faulty.push(read.problems.map((problem) => pointed(`/submissions/${index}`, problem)));
    if (faulty.length === maxProblems) break;
  }
  if (faulty.length > 0) throw wrongBody("invalid_submissions", faulty.flat());
  return lines;
}

function elementsOf(sent: unknown, max: number): readonly unknown[] {
  if (!isJsonObject(sent))
    throw wrongBody("invalid_submissions", [
      pointed("", { key: "", message: "expected an object with the key submissions" }),
    ]);
  const unknown = Object.keys(sent).filter((key) => key !== "submissions");
  if (unknown.length > 0)
    throw wrongBody(
      "invalid_submissions",
      unknown
        .slice(0, maxProblems)
        .map((key) => pointed("", unknownKey(key, unknown.length === 1 ? ["submissions"] : []))),
    );
  const elements = sent["submissions"];
  if (!Array.isArray(elements) || elements.length === 0) {
    throw wrongBody("invalid_submissions", [
      pointed("", { key: "submissions", message: "expected an array with at least one submission" }),
    ]);
  }
  if (elements.length <= max) return elements;
  throw tooLarge(
    "too_many_submissions",
    `submissions must have at most ${max} elements; split the submissions into several requests`,
  );
}

type Fields = typeof submissionFields;

function inForm(
  sent: unknown,
  fields: Fields,
  received: Instant,
): { readonly line: SubmissionLine } | { readonly problems: readonly LineProblem[] } {
  if (!isJsonObject(sent)) return { problems: [{ key: "", message: "expected an object" }] };
  const read = readLine(fields, Object.fromEntries(Object.entries(sent).filter(([key]) => !trackerKey.test(key))));
  if ("problems" in read) return read;
  const line = { id: null, ...read.values };
  if (line.submission_date <= plus(received, margin)) return { line };
  const expected = `expected a time no later than ${isoInstant(plus(received, margin))}`;
  return { problems: [{ key: "submission_date", message: expected }] };
}

/** Number of test submissions that were deleted from an account. `account` is the account key. */
export type PurgedAccount = { readonly account: string; readonly removed: number };

/**
 * Deletes the test submissions of all accounts. Returns the number of deleted submissions per account, including zeros.
 */
export function purgeTestSubmissions({ storage, clock, operator }: Ports) {
  const record = (rows: number) => byOperator({ at: clock(), action: "purge_test_submissions", rows }, { operator });
  return (): Promise<readonly PurgedAccount[]> =>
    eachAccount(storage, async ({ id, key }) => {
      const removed = await storage.transact(id, (stores) => removeTests(stores, id, record));
      return { account: key, removed };
    });
}

/**
 * Deletes an account's test submissions and returns their number. If there were any, appends a record to the audit
 * trail.
 */
export async function removeTests(
  { submissions, audit }: Stores,
  account: AccountId,
  recordOf: (rows: number) => AuditRecord,
): Promise<number> {
  const removed = await submissions.removeTests(account);
  if (removed > 0) await audit.append(account, [recordOf(removed)]);
  return removed;
}
