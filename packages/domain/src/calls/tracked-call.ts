import { defaultChannel, unassigned } from "../conversions/channel.js";
import type { Problem } from "../kernel/domain-error.js";
import type { Instant } from "../kernel/instant.js";
import { label, longestLabel } from "../kernel/line-fields.js";
import { plainCell } from "../kernel/plain-text.js";
import type { CallCells } from "./call-file.js";
import type { CallValue, CallValues } from "./call-headings.js";
import { callValues, folded } from "./call-headings.js";
import type { CallTracker } from "./call-id-store.js";
import type { ReadCallTime } from "./called-at.js";
import { callTimeExpected } from "./called-at.js";

/** A call as its tracker tells of it; `null` is unknown. */
export type TrackedCall = {
  /** What the tracker calls it. */
  readonly name: string;
  readonly at: Instant;
  readonly fromNumber: string;
  readonly trackingNumber: string;
  /** The name of its campaign. */
  readonly campaign: string | null;
  readonly channel: string | null;
  readonly source: string | null;
};

/** Why a row is no conversion: the practice called, or the call was not over when the row was written. */
export type SkipReason = "outbound" | "unfinished";

/** What came of reading a row; a problem says nothing of where the row is. */
export type ReadCall =
  { readonly call: TrackedCall } | { readonly skipped: SkipReason } | { readonly problems: readonly Problem[] };

const longestExpected = `expected at most ${longestLabel} characters`;

/** The call that a row of a tracker tells of. */
export function readTrackedCall(tracker: CallTracker, row: CallCells, readTime: ReadCallTime): ReadCall {
  const values = callValues(tracker, row);
  const tooLong = values.longer(longestLabel);
  if (tooLong.length > 0) return { problems: tooLong.map((key) => ({ key, message: longestExpected })) };
  const skipped = skipReason(tracker, row, values);
  return skipped ? { skipped } : readCall(values, readTime);
}

function readCall(values: CallValues, readTime: ReadCallTime): ReadCall {
  const problems: Problem[] = [];
  const required = <T>(value: CallValue, { heading, expected, read }: Required<T>): T => {
    const text = values.text(value);
    const found = text === null ? undefined : read(text);
    const message = `${text === null ? "is missing: " : ""}expected ${expected}`;
    if (found === undefined) problems.push({ key: values.heading(value) ?? heading, message });
    return found as T;
  };
  const atMost = (value: CallValue, longest: number): string | null => {
    const text = values.text(value);
    if (text === null || text.length <= longest) return plain(text);
    problems.push({
      key: values.heading(value) ?? value,
      message: `expected at most ${longest} characters, found ${text.length}`,
    });
    return null;
  };
  const call = {
    name: required("name", name),
    at: required("at", { ...startTime, read: readTime }),
    trackingNumber: required("tracking", trackingNumber),
    fromNumber: plain(values.text("from")) ?? withheld,
    campaign: atMost("campaign", longestName),
    channel: atMost("channel", longestName),
    source: sourceOf(plain(values.text("source")), plain(values.text("medium"))),
  };
  return problems.length > 0 ? { problems } : { call };
}

/** A cell that is nothing but control characters says nothing. */
const plain = (text: string | null): string | null => (text === null ? null : plainCell(text) || null);

/** A value that a call cannot be without, and what its column is called where there is none. */
type Required<T> = {
  readonly heading: string;
  readonly expected: string;
  readonly read: (text: string) => T | undefined;
};

const longestName = 255;

const name: Required<string> = {
  heading: "Call ID",
  expected: `a call ID of at most ${longestName} characters`,
  read: (text) => (text.length <= longestName ? label.read(text) : undefined),
};
const startTime = { heading: "Start Time", expected: callTimeExpected };
const trackingNumber: Required<string> = {
  heading: "Tracking Number",
  expected: "the phone number that was called",
  read: label.read,
};

/** A caller who shows no number calls all the same. */
const withheld = "Anonymous";

function skipReason(tracker: CallTracker, { form }: CallCells, { text }: CallValues): SkipReason | undefined {
  const direction = text("direction");
  if (direction !== null && !isInbound[tracker](folded(direction))) return "outbound";
  const status = text("status");
  if (status !== null && !finalStatuses.has(folded(status))) return "unfinished";
  // What this tracker posts when the telephone rings does not say yet how the call went.
  return tracker === "callrail" && form === "json" && text("outcome") === null ? "unfinished" : undefined;
}

const isInbound: Readonly<Record<CallTracker, (direction: string) => boolean>> = {
  callrail: (direction) => direction !== "outbound",
  twilio: (direction) => ["inbound", "incoming"].includes(direction),
};

/** The statuses of calls that are over, answered or not. */
const finalStatuses = new Set(["completed", "busy", "noanswer", "canceled", "cancelled", "failed"]);

/** A source that says nothing of its channel is kept with its medium, as in `Google Ads / cpc`. */
function sourceOf(source: string | null, medium: string | null): string | null {
  if (source === null || medium === null) return source ?? medium;
  return defaultChannel(source) === unassigned ? `${source} / ${medium}` : source;
}
