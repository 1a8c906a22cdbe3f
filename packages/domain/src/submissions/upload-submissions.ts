import type { OncePorts, OnceStores, WriteOptions } from "../idempotency/once.js";
import { doOnce } from "../idempotency/once.js";
import type { SettingStores } from "../unit-of-work/unit-of-work.js";
import { unitOfWork } from "../unit-of-work/unit-of-work.js";
import { readSubmission, readSubmissions } from "./read-submissions.js";
import type { RecordedSubmission } from "./record-submissions.js";
import { recordSubmissions } from "./record-submissions.js";
import type { SubmissionLine } from "./submission-line.js";
import { submissionFromLine } from "./submission-line.js";
import type { SubmissionStores } from "./submission-stores.js";

type UploadStores = OnceStores & SettingStores & SubmissionStores;

/** What became of a submission that was uploaded; a duplicate gets the ids of the one before it. */
export type UploadedSubmission = Pick<RecordedSubmission, "id" | "conversionId" | "status">;

/** At most so many submissions are taken at once, unless the host says otherwise. */
export const mostSubmissions = 1_000;

/** Takes submissions by the keys of the interface: one, or several of which either all are stored or none. */
export function uploadSubmissions(ports: OncePorts<UploadStores>, most = mostSubmissions) {
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
    /** Takes one; without a date it occurred now. What is wrong with it is `invalid_submission`, by pointer. */
    async one(submission: unknown, options: WriteOptions): Promise<UploadedSubmission> {
      const read = readSubmission(submission, ports.clock());
      const [uploaded] = await store("upload_submission", submission, [read], options);
      return uploaded as UploadedSubmission;
    },
    /** Takes those of `{submissions: [...]}`, and returns in their order what became of them; too many are `too_large`. */
    async many(body: unknown, options: WriteOptions): Promise<readonly UploadedSubmission[]> {
      return store("upload_submissions", body, readSubmissions(body, ports.clock(), most), options);
    },
  };
}
