import { invalid } from "../../foundation/kernel/domain-error.js";
import { problemList } from "../../foundation/kernel/problem-list.js";
import type { CallFile, CallRow } from "./call-file.js";
import { trackerOf } from "./call-headings.js";
import type { CallTracker } from "./call-id-store.js";
import type { ReadCallTime } from "./called-at.js";
import { readTrackedCall, type SkipReason } from "./tracked-call.js";

/** Row counts of a valid call tracker export. */
export type CallCount = {
  readonly tracker: CallTracker | null;
  readonly rows: number;
  /** Number of rows whose calls will be stored. Several rows can describe the same call. */
  readonly calls: number;
  readonly skipped: Readonly<Record<SkipReason, number>>;
  /** Number of rows that are skipped because their callers' data was erased. */
  readonly suppressed: number;
};

/** Validates the whole export. Throws `calls_invalid` with the first 100 problems. */
export async function checkCalls(
  file: CallFile,
  wanted: CallTracker | undefined,
  readTime: ReadCallTime,
  isErased: (fromNumber: string) => boolean,
  onRows: (rows: number) => void,
): Promise<CallCount> {
  const problems = problemList("calls_invalid", "the file has errors, so nothing was stored");
  const skipped = { outbound: 0, unfinished: 0 };
  let [rows, calls, suppressed] = [0, 0, 0];
  let tracker = wanted;
  for await (const chunk of file.read()) {
    for (const one of chunk) {
      if ("problem" in one) {
        problems.add({ row: one.row, message: one.problem });
        continue;
      }
      tracker ??= trackerOfFirst(one);
      const read = readTrackedCall(tracker, one, readTime);
      if ("problems" in read) read.problems.forEach((problem) => problems.add({ row: one.row, ...problem }));
      else if ("skipped" in read) skipped[read.skipped] += 1;
      else if (isErased(read.call.fromNumber)) suppressed += 1;
      else calls += 1;
    }
    rows += chunk.length;
    onRows(rows);
  }
  problems.throwAny();
  return { tracker: tracker ?? null, rows, calls, skipped, suppressed };
}

function trackerOfFirst(row: Extract<CallRow, { cells: unknown }>): CallTracker {
  const tracker = trackerOf(row);
  if (tracker) return tracker;
  throw invalid(
    "unknown_call_format",
    "the file must be an export of CallRail (Call ID, Tracking Number, Customer Phone, Start Time) or of Twilio (Call Sid, From, To, Start Time)",
  );
}
