import type { CallCells } from "./call-file.js";
import type { CallTracker } from "./call-id-store.js";

/** What is read of a call. */
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

/** Under which headings each value stands, the better ones first; without case, spaces, hyphens and underscores. */
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

/** The values of a row of a feed. */
export type CallValues = {
  /** The first one that is not empty, as text without outer spaces. */
  text(value: CallValue): string | null;
  /** The heading that it stands under, or should. */
  heading(value: CallValue): string | undefined;
  /** The headings of values with more characters than that. */
  longer(most: number): readonly string[];
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
    longer: (most) =>
      (Object.keys(headings[tracker]) as CallValue[]).flatMap(keys).filter((key) => lengthOf(cells[key]) > most),
  };
}

/** The tracker whose headings these are; `undefined` when they are nobody's. */
export function trackerOf(cells: CallCells): CallTracker | undefined {
  const has = (tracker: CallTracker, ...values: CallValue[]) =>
    values.every((value) => callValues(tracker, cells).heading(value) !== undefined);
  if (has("twilio", "name", "from", "tracking")) return "twilio";
  return has("callrail", "name", "tracking") ? "callrail" : undefined;
}

/** A word without what spellings of it differ in. */
export const folded = (word: string): string => word.toLowerCase().replace(/[\s_-]+/g, "");

const lengthOf = (cell: unknown): number => (typeof cell === "string" ? cell.length : 0);

const textOf = (cell: unknown): string =>
  ["string", "number", "boolean"].includes(typeof cell) ? String(cell).trim() : "";
