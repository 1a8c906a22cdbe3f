import type { ImportAttemptItem } from "@repute/domain";
import type { Report } from "../report/report-page.js";
import type { ReportedFile } from "../report/reported-file.js";
import { showTime } from "../report/show-time.js";

/**
 * Creates the report of an import that failed or that had an empty file.
 * `attempt` is `undefined` if the failure could not be recorded.
 */
export function attemptReport(
  attempt: ImportAttemptItem | undefined,
  { practice, file, timeZone }: ReportedFile,
): Report {
  const started = attempt && ` Started ${showTime(timeZone)(attempt.started_at)}.`;
  const connection = attempt?.connection ? ` Connection ${attempt.connection}.` : "";
  const name = attempt ? `Import attempt ${attempt.attempt_id}` : "The import";
  return {
    title: attempt?.status === "empty" ? `${name}: the file is empty` : `${name} failed`,
    subtitle: `${practice}. File ${file}.${started ?? ""}${connection}`,
    notice: noticeOf(attempt),
    counts: [],
    sums: [],
    charts: [],
    parts: [],
  };
}

function noticeOf(attempt: ImportAttemptItem | undefined): string {
  if (attempt?.status === "empty") return "The file has no rows, so nothing was imported. Export the file again.";
  const reason = `Reason: ${attempt?.reason ?? "internal error"}.`;
  return attempt && attempt.import_id !== null
    ? `Import ${attempt.import_id} was interrupted. The next import or the nightly cleanup completes this import. ${reason}`
    : `The import failed, and nothing was imported. ${reason} Export the file again, then import the new file. If the new file fails too, ask your administrator.`;
}
