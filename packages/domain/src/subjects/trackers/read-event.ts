import { invalid } from "../../foundation/kernel/domain-error.js";
import { isJsonObject, type JsonObject } from "../../foundation/kernel/json.js";
import { type ReadCallTime, readTrackedCall, type TrackedCall } from "../calls/tracked-call.js";
import { type Mapping, mappedValues, type Tracker } from "./tracker.js";

/** Meaning of an event. `rank` is 1 for a change of a call that has ended. */
export type ReadEvent =
  | { readonly call: TrackedCall; readonly rank: number }
  | { readonly text: string; readonly from: string }
  | { readonly ignored: string }
  | { readonly unmapped: string };

/** Reads an event of a tracker. Reasons name members of the event, and never repeat values. */
export function readEvent({ kind, id, mapping }: Tracker, body: JsonObject, readTime: ReadCallTime): ReadEvent {
  const cells = kind === "generic" ? mappedCells(body, mapping ?? ownMapping) : body;
  const message = messageIn[kind](cells);
  if (message) return message;
  const read = readTrackedCall(kind, { form: "json", cells }, readTime);
  if ("skipped" in read) return { ignored: skipped[read.skipped] };
  if ("problems" in read) return { unmapped: read.problems.map(({ key, message }) => `${key} ${message}`).join("; ") };
  // Ids of a generic tracker are unique only within the tracker.
  const name = kind === "generic" ? `${id}/${read.call.name}` : read.call.name;
  return { call: { ...read.call, name }, rank: Array.isArray(body["changes"]) ? 1 : 0 };
}

const skipped = { outbound: "the call is outbound", unfinished: "the call has not ended" } as const;

type ReadMessage = (cells: JsonObject) => ReadEvent | undefined;

/** Functions that read text messages, and the reasons why other messages have no effect, by kind of tracker. */
const messageIn: Readonly<Record<Tracker["kind"], ReadMessage>> = {
  callrail: (cells) => ("message_type" in cells ? { ignored: "it is a text message" } : undefined),
  calltrackingmetrics: () => undefined,
  twilio(cells) {
    if (!("MessageSid" in cells) && !("SmsSid" in cells)) return undefined;
    if ("MessageStatus" in cells) return { ignored: "it is the status of a sent message" };
    return messageOf("Body", cells["Body"], cells["From"]);
  },
  generic: ({ text, from }) => (text === undefined ? undefined : messageOf("text", text, from)),
};

function messageOf(key: string, text: unknown, from: unknown): ReadEvent {
  if (typeof text !== "string") return { unmapped: `${key} must be a string` };
  return { text, from: typeof from === "string" ? from : "" };
}

/** Mapping of a generic tracker without a mapping: each value is a member with its name. */
const ownMapping: Mapping = Object.fromEntries(mappedValues.map((value) => [value, `/${value}`]));

const mappedCells = (body: JsonObject, mapping: Mapping): JsonObject =>
  Object.fromEntries(
    Object.entries(mapping).flatMap(([value, pointer]) => {
      const found = valueAt(body, pointer);
      return found === undefined || found === null ? [] : [[value, found]];
    }),
  );

/** Returns the value at a JSON pointer (RFC 6901). */
const valueAt = (body: unknown, pointer: string): unknown =>
  pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<unknown>(
      (value, step) =>
        typeof value === "object" && value !== null && Object.hasOwn(value, step)
          ? (value as JsonObject)[step]
          : undefined,
      body,
    );

const maxPointerLength = 200;

/** Checks a mapping. Throws `invalid_mapping`. */
export function parseMapping(value: unknown): Mapping {
  const pointers = isJsonObject(value) ? Object.entries(value) : [];
  const isPointer = (pointer: unknown): boolean =>
    typeof pointer === "string" && pointer.length <= maxPointerLength && /^(?:\/(?:[^~/]|~[01])*)+$/.test(pointer);
  const isValid = ([name, pointer]: readonly [string, unknown]): boolean =>
    mappedValues.some((one) => one === name) && isPointer(pointer);
  if (pointers.length > 0 && pointers.every(isValid)) return Object.fromEntries(pointers) as Mapping;
  throw invalid(
    "invalid_mapping",
    `the mapping must be a JSON object with JSON pointers such as "/call/id"; its keys can be ${mappedValues.join(", ")}`,
  );
}

/** Words that begin and end an opt-out, in capital letters, as US carriers define them. */
const [beginning, ending] = [
  ["STOP", "STOPALL", "UNSUBSCRIBE", "CANCEL", "END", "QUIT"],
  ["START", "YES", "UNSTOP"],
];

/** Returns whether a text message begins or ends an opt-out. */
export function wishIn(text: string): "stop" | "start" | undefined {
  const word = text.trim().toUpperCase().replace(/[.!]$/, "");
  if (beginning.includes(word)) return "stop";
  return ending.includes(word) ? "start" : undefined;
}
