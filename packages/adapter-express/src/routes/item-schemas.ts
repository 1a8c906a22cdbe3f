import type { Schema } from "../schema.js";

/** Schema of a string or null. */
export const text = (description: string) => ({ type: ["string", "null"], description }) as const satisfies Schema;

/** Schema of a calendar date or null. */
export const day = (description: string) =>
  ({ type: ["string", "null"], format: "date", description }) as const satisfies Schema;

/** Schema of a number or null. */
export const number = (description: string) => ({ type: ["number", "null"], description }) as const satisfies Schema;

/** Schema of an id or null. */
export const id = (description: string) => ({ type: ["integer", "null"], description }) as const satisfies Schema;

/** Schema of an array of strings. */
export const texts = (description: string) =>
  ({ type: "array", description, items: { type: "string" } }) as const satisfies Schema;

const onlyWithKeys = "Only present with `keys=true`.";

const ofEvery = {
  _id: { type: "string", description: `Id of the row, unique in its list. The id never changes. ${onlyWithKeys}` },
  _changed_at: {
    type: "string",
    format: "date-time",
    description: `Time of the last change to any part of the row. ${onlyWithKeys}`,
  },
} as const;

const timeKey = (description: string) =>
  ({ type: ["string", "null"], format: "date-time", description: `${description} ${onlyWithKeys}` }) as const;

const dayKey = (description: string) =>
  ({ type: ["string", "null"], format: "date", description: `${description} ${onlyWithKeys}` }) as const;

const joined = {
  _location_id: id(
    `Id of the location. For calls and conversions, of the appointment. Null if unknown. ${onlyWithKeys}`,
  ),
  _provider_id: id(
    `Id of the provider. For calls and conversions, of the appointment. Null if unknown. ${onlyWithKeys}`,
  ),
  _invite_id: id(`Id of the invite that led to the review. Null if no invite led to it. ${onlyWithKeys}`),
  _message_id: id(`Id of the message of the invite. Null if unknown. ${onlyWithKeys}`),
  _platform_id: id(`Id of the platform. ${onlyWithKeys}`),
  _campaign_id: id(`Id of the marketing campaign. Null if unknown. ${onlyWithKeys}`),
  _appointment_id: id(`Id of the linked appointment. Null until an appointment is linked. ${onlyWithKeys}`),
  _call_at: timeKey("Time of the call, in UTC."),
  _appt_at: timeKey("Time of the appointment, in UTC. Null if unknown or if only its day is known."),
  _local_date: dayKey(
    "Day in the account's time zone: of `date` of a conversion, `create_time` of a review or NPS survey, or `sent_at` of an invite.",
  ),
  _appt_local_date: dayKey("Day of the appointment in the account's time zone. Null if there is no appointment."),
  _survey_at: timeKey("Time of submission, in UTC."),
  _answer_codes: {
    type: "object",
    description: `Codes of the chosen answers, keyed by question id, in the order of their labels. The codes tell choices apart whose labels contain commas. Open questions and questions without an answer are absent. ${onlyWithKeys}`,
    additionalProperties: { type: "array", items: { type: "string" } },
  },
  _custom_fields: {
    type: "object",
    description: `Custom fields of the practice, keyed by field name. The parameter \`custom_filters\` refers to these fields. ${onlyWithKeys}`,
    additionalProperties: { type: "string" },
  },
  _survey_id: { type: "integer", description: `Survey id. ${onlyWithKeys}` },
  _import_id: { type: "integer", description: `Id of the import run. ${onlyWithKeys}` },
  _file_id: { type: "integer", description: `Id of the file. ${onlyWithKeys}` },
} as const;

type Joined = keyof typeof joined;

/** Join keys of calls and conversions. */
const conversionJoinKeys = ["_location_id", "_provider_id", "_campaign_id", "_appointment_id"] as const;

/** Members that calls have only with `keys=true`. */
export const callKeys = [...conversionJoinKeys, "_call_at", "_appt_at"] as const;

/** Members that conversions have only with `keys=true`. */
export const conversionKeys = [...conversionJoinKeys, "_local_date", "_appt_local_date"] as const;

/** Members of reviews that are shown only with `keys=true`. */
export const reviewKeys = ["_invite_id", "_message_id", "_platform_id", "_local_date", "_custom_fields"] as const;

/** Members of survey responses that are shown only with `keys=true`. */
export const responseKeys = ["_survey_id", "_survey_at", "_custom_fields", "_answer_codes"] as const;

/**
 * Adds the members for `keys=true` to an item schema: the row's id, the time of its last change, and the given join
 * keys.
 */
export function keyed<const S extends Schema, Name extends Joined = never>(item: S, ...names: readonly Name[]) {
  const keys = { ...ofEvery, ...Object.fromEntries(names.map((name) => [name, joined[name]])) };
  return { ...item, properties: { ...keys, ...item.properties } } as unknown as Keyed<S, Name>;
}

type Keyed<S extends Schema, Name extends Joined> = Omit<S, "properties"> & {
  readonly type: S["type"];
  readonly properties: typeof ofEvery & Pick<typeof joined, Name> & S["properties"];
};

/** True if this member of an item is a key, which is published only with `keys=true`. */
export const isKey = (name: string): boolean => name.startsWith("_");
