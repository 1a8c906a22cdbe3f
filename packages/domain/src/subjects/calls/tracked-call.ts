import type { Problem } from "../../foundation/kernel/domain-error.js";
import { label, maxLabelLength } from "../../foundation/kernel/line-fields.js";
import { plainCell, unitOf } from "../../foundation/kernel/text.js";
import {
  type Instant,
  isCalendarDay,
  localInstants,
  type LocalTime,
  parseInstant,
  type TimeZone,
  toSecond,
} from "../../foundation/kernel/times.js";
import { parseClockTime } from "../../foundation/kernel/written-times.js";
import { defaultChannel, unassigned } from "../conversions/conversion-item.js";
import type { CallTracker } from "./call.js";

/** Export file of a call tracker. The file can be read several times. */
export interface CallFile {
  /**
   * Reads the rows of the file in order, in batches. `row` is the row number in a spreadsheet or the position in the
   * JSON document.
   */
  read(): AsyncIterable<readonly CallRow[]>;
}

/** Row of a call tracker's export. If the row is unreadable, `problem` contains the reason. */
export type CallRow = { readonly row: number } & (CallCells | { readonly problem: string });

/** Cells of a phone call in an export, as received. The keys are column headings or JSON keys. */
export type CallCells = { readonly form: "csv" | "json"; readonly cells: Readonly<Record<string, unknown>> };

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
type ReadCall =
  { readonly call: TrackedCall } | { readonly skipped: SkipReason } | { readonly problems: readonly Problem[] };

const maxLengthExpected = `expected at most ${maxLabelLength} characters`;
const maxNumberExpected = `expected a string, or a number up to ${Number.MAX_SAFE_INTEGER}: a greater number loses digits`;

export function readTrackedCall(tracker: CallTracker, row: CallCells, readTime: ReadCallTime): ReadCall {
  const values = callValues(tracker, row);
  const tooLong = values.keysWith((cell) => typeof cell === "string" && cell.length > maxLabelLength);
  if (tooLong.length > 0) return { problems: tooLong.map((key) => ({ key, message: maxLengthExpected })) };
  const rounded = values.keysWith((cell) => typeof cell === "number" && Math.abs(cell) > Number.MAX_SAFE_INTEGER);
  if (rounded.length > 0) return { problems: rounded.map((key) => ({ key, message: maxNumberExpected })) };
  const skipped = skipReason(tracker, row, values);
  // In exports of other call trackers, a number would be a damaged time.
  const hasUnixTimes = tracker === "calltrackingmetrics" || tracker === "generic";
  return skipped ? { skipped } : readCall(values, hasUnixTimes ? (text) => unixTime(text) ?? readTime(text) : readTime);
}

function skipReason(tracker: CallTracker, { form }: CallCells, { text }: CallValues): SkipReason | undefined {
  const direction = text("direction");
  if (direction !== null && !isInbound[tracker](folded(direction))) return "outbound";
  const status = text("status");
  if (status !== null && !finalStatuses.has(folded(status))) return "unfinished";
  // A row without a duration and without `answered` comes from a webhook for the start of a call.
  const reportsOutcome = headings[tracker].outcome.length > 0;
  return reportsOutcome && form === "json" && text("outcome") === null ? "unfinished" : undefined;
}

const isInbound: Readonly<Record<CallTracker, (direction: string) => boolean>> = {
  callrail: (direction) => direction !== "outbound",
  twilio: (direction) => ["inbound", "incoming"].includes(direction),
  calltrackingmetrics: (direction) => direction === "inbound",
  generic: (direction) => direction !== "outbound",
};

const finalStatuses = new Set(["completed", "busy", "noanswer", "canceled", "cancelled", "failed"]);

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
      message: `expected at most ${longest} characters, found ${text.length}${unitOf(text)}`,
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

const callTimeExpected = "a date and time such as 2026-03-02T09:00:00-07:00, 2026-03-02 09:00 or 3/2/2026 9:00 AM";

const startTime = { heading: "Start Time", expected: callTimeExpected };

const trackingNumber: Required<string> = {
  heading: "Tracking Number",
  expected: "the phone number that was called",
  read: label.read,
};

/** Text that is stored instead of a withheld phone number. */
const withheld = "Anonymous";

/** Appends the medium to the source, as in `Google Ads / cpc`, if the source alone does not determine a channel. */
function sourceOf(source: string | null, medium: string | null): string | null {
  if (source === null || medium === null) return source ?? medium;
  return defaultChannel(source) === unassigned ? `${source} / ${medium}` : source;
}

/** Names of the values that the import reads from each row of a call tracker's export. */
type CallValue =
  | "name"
  | "from"
  | "tracking"
  | "at"
  | "source"
  | "medium"
  | "campaign"
  | "channel"
  | "direction"
  | "status"
  | "outcome";

/**
 * Column headings of each value, in order of preference. The headings are normalized: lowercase, without spaces,
 * hyphens and underscores.
 */
const headings: Readonly<Record<CallTracker, Readonly<Record<CallValue, readonly string[]>>>> = {
  callrail: {
    name: ["callid", "resourceid", "id"],
    from: ["customerphonenumber", "customerphone", "callernumber", "phonenumber", "caller"],
    tracking: ["trackingphonenumber", "trackingnumber"],
    at: ["starttime"],
    source: ["source", "sourcename"],
    medium: ["medium", "utmmedium"],
    campaign: ["campaign", "utmcampaign"],
    channel: ["channel"],
    direction: ["direction"],
    status: [],
    outcome: ["duration", "answered"],
  },
  twilio: {
    name: ["callsid", "sid"],
    from: ["from"],
    tracking: ["to"],
    at: ["starttime", "timestamp", "datecreated"],
    source: ["source"],
    medium: ["medium"],
    campaign: ["campaign"],
    channel: ["channel"],
    direction: ["direction"],
    status: ["callstatus", "status"],
    outcome: [],
  },
  calltrackingmetrics: {
    name: ["id"],
    from: ["callernumber", "contactnumber"],
    tracking: ["trackingnumber"],
    at: ["unixtime", "calledat"],
    source: ["source"],
    medium: ["medium"],
    campaign: ["campaign"],
    channel: ["channel"],
    direction: ["direction"],
    status: [],
    outcome: ["duration", "talktime"],
  },
  generic: {
    name: ["id"],
    from: ["from"],
    tracking: ["to"],
    at: ["at"],
    source: ["source"],
    medium: ["medium"],
    campaign: ["campaign"],
    channel: ["channel"],
    direction: ["direction"],
    status: [],
    outcome: [],
  },
};

/** Reader for the values in one row of a call tracker's export. */
type CallValues = {
  /**
   * Returns the first non-empty cell for a value, without surrounding spaces.
   * Returns `null` if all cells for the value are empty.
   */
  text(value: CallValue): string | null;
  /** Returns the heading of the column from which a value is read, or `undefined` if the row has no such column. */
  heading(value: CallValue): string | undefined;
  /** Returns the headings of the columns whose cells meet a condition, among the columns that are read. */
  keysWith(condition: (cell: unknown) => boolean): readonly string[];
};

function callValues(tracker: CallTracker, { cells }: CallCells): CallValues {
  const written = new Map(Object.keys(cells).map((key) => [folded(key), key]));
  const keys = (value: CallValue) => headings[tracker][value].flatMap((heading) => written.get(heading) ?? []);
  return {
    text: (value) =>
      keys(value)
        .map((key) => textOf(cells[key]))
        .find((text) => text !== "") ?? null,
    heading: (value) => keys(value)[0],
    keysWith: (condition) =>
      (Object.keys(headings[tracker]) as CallValue[]).flatMap(keys).filter((key) => condition(cells[key])),
  };
}

/**
 * Detects the call tracker from the column headings. Returns `undefined` if the headings fit no supported call tracker.
 */
export function trackerOf(cells: CallCells): CallTracker | undefined {
  const has = (tracker: CallTracker, ...values: CallValue[]) =>
    values.every((value) => callValues(tracker, cells).heading(value) !== undefined);
  if (has("twilio", "name", "from", "tracking")) return "twilio";
  return has("callrail", "name", "tracking") ? "callrail" : undefined;
}

/** Normalizes a heading or a word: lowercase, without spaces, underscores and hyphens. */
const folded = (word: string): string => word.toLowerCase().replace(/[\s_-]+/g, "");

const textOf = (cell: unknown): string =>
  ["string", "number", "boolean"].includes(typeof cell) ? String(cell).trim() : "";

/** Parses the start time of a call, and drops fractions of a second. Returns `undefined` if the format is unknown. */
export type ReadCallTime = (text: string) => Instant | undefined;

/** Creates a parser for the start times of calls. Times without a UTC offset are in the given time zone. */
export function callTimeReader(zone: TimeZone): ReadCallTime {
  const instantOf = localInstants(zone);
  return (text) => {
    const exact = parseInstant(text.replace(/ (?:UTC|GMT)$/, "Z")) ?? mailTime(text);
    const local = exact === undefined ? localTime(text) : undefined;
    const instant = local ? instantOf(local) : exact;
    return instant === undefined ? undefined : toSecond(instant);
  };
}

/** Parses the number of seconds since 1970. */
const unixTime = (text: string): Instant | undefined =>
  /^\d{9,10}$/.test(text) ? ((Number(text) * 1_000) as Instant) : undefined;

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

const mailShape = /^(?:[A-Z][a-z]{2}, )?(\d{1,2}) ([A-Z][a-z]{2}) (\d{4}) (\d{2}:\d{2}:\d{2}) (?:([+-]\d{4})|GMT|UTC)$/;

/** Parses a date in the format of email headers, such as `Mon, 02 Mar 2026 16:00:00 +0000`. */
function mailTime(text: string): Instant | undefined {
  const [, day = "", month = "", year, time, offset = "Z"] = mailShape.exec(text) ?? [];
  const number = String(months.indexOf(month) + 1).padStart(2, "0");
  return parseInstant(`${year}-${number}-${day.padStart(2, "0")}T${time}${offset}`);
}

const dayShape = /^(?:(\d{4})-(\d{2})-(\d{2})|(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2}))(?:T|,? {1,9})(\S.*)$/;

function localTime(text: string): LocalTime | undefined {
  const [, ...parts] = dayShape.exec(text) ?? [];
  const clock = parseClockTime(parts[6] ?? "");
  const [year, month, day] = dayOf(parts);
  return clock && isCalendarDay(year, month, day) ? { year, month, day, ...clock } : undefined;
}

/** Returns the year, month and day. Adds 2000 to two-digit years. */
function dayOf([isoYear, isoMonth, isoDay, month, day, year = ""]: readonly string[]): [number, number, number] {
  if (isoYear !== undefined) return [Number(isoYear), Number(isoMonth), Number(isoDay)];
  return [Number(year) + (year.length === 2 ? 2_000 : 0), Number(month), Number(day)];
}
