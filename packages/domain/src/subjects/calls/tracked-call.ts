import type { Problem } from "../../foundation/kernel/domain-error.js";
import type { Instant } from "../../foundation/kernel/instant.js";
import { label, maxLabelLength } from "../../foundation/kernel/line-fields.js";
import { plainCell } from "../../foundation/kernel/plain-text.js";
import { defaultChannel, unassigned } from "../conversions/channel.js";
import type { CallCells } from "./call-file.js";
import { type CallValue, type CallValues, callValues, folded } from "./call-headings.js";
import type { CallTracker } from "./call-id-store.js";
import { callTimeExpected, type ReadCallTime } from "./called-at.js";

/** Call as the call tracker reports it. `null` means that the value is unknown. */
export type TrackedCall = {
  /** Id that the call tracker uses for the call. */
  readonly name: string;
  readonly at: Instant;
  readonly fromNumber: string;
  readonly trackingNumber: string;
  readonly campaign: string | null;
  readonly channel: string | null;
  readonly source: string | null;
};

/** Reason for skipping a row: the call is outbound, or had not ended when the tracker exported it. */
export type SkipReason = "outbound" | "unfinished";

/** Result of reading one row: a call, a reason to skip the row, or problems without the row number. */
export type ReadCall =
  { readonly call: TrackedCall } | { readonly skipped: SkipReason } | { readonly problems: readonly Problem[] };

const maxLengthExpected = `expected at most ${maxLabelLength} characters`;

export function readTrackedCall(tracker: CallTracker, row: CallCells, readTime: ReadCallTime): ReadCall {
  const values = callValues(tracker, row);
  const tooLong = values.longer(maxLabelLength);
  if (tooLong.length > 0) return { problems: tooLong.map((key) => ({ key, message: maxLengthExpected })) };
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
  const limitedText = (value: CallValue, longest: number): string | null => {
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
    campaign: limitedText("campaign", maxNameLength),
    channel: limitedText("channel", maxNameLength),
    source: sourceOf(plain(values.text("source")), plain(values.text("medium"))),
  };
  return problems.length > 0 ? { problems } : { call };
}

/** Removes control characters and surrounding spaces from a cell. Returns `null` if the result is empty. */
const plain = (text: string | null): string | null => (text === null ? null : plainCell(text) || null);

/** Rule for a required value: its usual column heading, the expected format and a parser. */
type Required<T> = {
  readonly heading: string;
  readonly expected: string;
  readonly read: (text: string) => T | undefined;
};

const maxNameLength = 255;

const name: Required<string> = {
  heading: "Call ID",
  expected: `a call ID of at most ${maxNameLength} characters`,
  read: (text) => (text.length <= maxNameLength ? label.read(text) : undefined),
};
const startTime = { heading: "Start Time", expected: callTimeExpected };
const trackingNumber: Required<string> = {
  heading: "Tracking Number",
  expected: "the phone number that was called",
  read: label.read,
};

/** Text that is stored instead of a withheld phone number. */
const withheld = "Anonymous";

function skipReason(tracker: CallTracker, { form }: CallCells, { text }: CallValues): SkipReason | undefined {
  const direction = text("direction");
  if (direction !== null && !isInbound[tracker](folded(direction))) return "outbound";
  const status = text("status");
  if (status !== null && !finalStatuses.has(folded(status))) return "unfinished";
  // A row without a duration and without `answered` comes from CallRail's webhook for the start of a call.
  return tracker === "callrail" && form === "json" && text("outcome") === null ? "unfinished" : undefined;
}

const isInbound: Readonly<Record<CallTracker, (direction: string) => boolean>> = {
  callrail: (direction) => direction !== "outbound",
  twilio: (direction) => ["inbound", "incoming"].includes(direction),
};

const finalStatuses = new Set(["completed", "busy", "noanswer", "canceled", "cancelled", "failed"]);

/** Appends the medium to the source, as in `Google Ads / cpc`, if the source alone does not determine a channel. */
function sourceOf(source: string | null, medium: string | null): string | null {
  if (source === null || medium === null) return source ?? medium;
  return defaultChannel(source) === unassigned ? `${source} / ${medium}` : source;
}
