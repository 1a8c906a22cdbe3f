import { doOnce, type OncePorts, type OnceStores, type WriteOptions } from "../../foundation/idempotency/once.js";
import { type SettingStores, unitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import { readSubmission, readSubmissions } from "./read-submissions.js";
import { type RecordedSubmission, recordSubmissions } from "./record-submissions.js";
import { submissionFromLine, type SubmissionLine } from "./submission-line.js";
import type { SubmissionStores } from "./submission-store.js";

type UploadStores = OnceStores & SettingStores & SubmissionStores;

/** Result of uploading one submission. A duplicate gets the ids of the submission that is already stored. */
export type UploadedSubmission = Pick<RecordedSubmission, "id" | "conversionId" | "status">;

/** Default maximum number of submissions per request. */
export const maxSubmissions = 1_000;

/** Uploads one submission or a batch. If one submission of a batch is invalid, nothing is stored. */
export function uploadSubmissions(ports: OncePorts<UploadStores>, max = maxSubmissions) {
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
      const submissions = lines.map((line) => submissionFromLine(line, work.matching.calendar));
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
