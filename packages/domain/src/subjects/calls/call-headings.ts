import type { CallCells } from "./call-file.js";
import type { CallTracker } from "./call-id-store.js";

/** Names of the values that the import reads from each row of a call tracker's export. */
export type CallValue =
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
    source: ["source"],
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
};

/** Reader for the values in one row of a call tracker's export. */
export type CallValues = {
  /**
   * Returns the first non-empty cell for a value, without surrounding spaces.
   * Returns `null` if all cells for the value are empty.
   */
  text(value: CallValue): string | null;
  /** Returns the heading of the column from which a value is read, or `undefined` if the row has no such column. */
  heading(value: CallValue): string | undefined;
  /** Returns the headings of all cells that have more than `max` characters. */
  longer(max: number): readonly string[];
};

export function callValues(tracker: CallTracker, { cells }: CallCells): CallValues {
  const written = new Map(Object.keys(cells).map((key) => [folded(key), key]));
  const keys = (value: CallValue) => headings[tracker][value].flatMap((heading) => written.get(heading) ?? []);
  return {
    text: (value) =>
      keys(value)
        .map((key) => textOf(cells[key]))
        .find((text) => text !== "") ?? null,
    heading: (value) => keys(value)[0],
    longer: (max) =>
      (Object.keys(headings[tracker]) as CallValue[]).flatMap(keys).filter((key) => lengthOf(cells[key]) > max),
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
export const folded = (word: string): string => word.toLowerCase().replace(/[\s_-]+/g, "");

const lengthOf = (cell: unknown): number => (typeof cell === "string" ? cell.length : 0);

const textOf = (cell: unknown): string =>
  ["string", "number", "boolean"].includes(typeof cell) ? String(cell).trim() : "";
