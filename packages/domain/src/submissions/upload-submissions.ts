import type { Principal } from "../access/principal.js";
import { renderingOf } from "../feed/publication.js";
import type { Ports } from "../ports.js";
import { doOnce } from "../retries/once.js";
import { readSubmission, readSubmissions } from "./read-submissions.js";
import type { RecordedSubmission } from "./record-submissions.js";
import { recordSubmissions } from "./record-submissions.js";
import type { SubmissionLine } from "./submission-line.js";
import { submissionFromLine } from "./submission-line.js";

/** Who uploads, and by which key the request is known if it is sent again. */
export type UploadOptions = { readonly by: Principal; readonly idempotencyKey?: string | undefined };

/** What became of a submission that was uploaded; a duplicate is answered with the ids of the one before it. */
export type UploadedSubmission = Pick<RecordedSubmission, "id" | "conversionId" | "status">;

/** At most so many submissions are taken at once, unless the host says otherwise. */
export const mostSubmissions = 1_000;

/** Takes submissions by the keys of the interface: one, or several of which either all are stored or none. */
export function uploadSubmissions(ports: Pick<Ports, "storage" | "secrets" | "clock">, most = mostSubmissions) {
  const once = doOnce(ports);

  async function store(
    operation: string,
    body: unknown,
    lines: readonly SubmissionLine[],
    { by, idempotencyKey }: UploadOptions,
  ): Promise<readonly UploadedSubmission[]> {
    const request = { by, operation, body, rows: lines.length, key: idempotencyKey };
    return once(request, async (stores, now) => {
      const rendering = await renderingOf(stores, by.account, now);
      const submissions = lines.map((line) => submissionFromLine(line, rendering.matching.calendar));
      const recorded = await recordSubmissions(submissions, rendering);
      return recorded.map(({ id, conversionId, status }) => ({ id, conversionId, status }));
    });
  }

  return {
    /** Takes one; without a date it occurred now. What is wrong with it is `invalid_submission`, by pointer. */
    async one(submission: unknown, options: UploadOptions): Promise<UploadedSubmission> {
      const read = readSubmission(submission, ports.clock());
      const [uploaded] = await store("upload_submission", submission, [read], options);
      return uploaded as UploadedSubmission;
    },
    /** Takes those of `{submissions: [...]}`, and answers in their order; too many are `too_large`. */
    async many(body: unknown, options: UploadOptions): Promise<readonly UploadedSubmission[]> {
      return store("upload_submissions", body, readSubmissions(body, ports.clock(), most), options);
    },
  };
}
