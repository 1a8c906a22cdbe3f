import type { Schema } from "../schema.js";
import { id } from "./item-schemas.js";

const asked = "Only present with `keys=true`.";

const ofEvery = {
  _id: { type: "string", description: `Id of the row, unique in its list. The id never changes. ${asked}` },
  _changed_at: {
    type: "string",
    format: "date-time",
    description: `Time of the last change to any part of the row. ${asked}`,
  },
} as const;

const joined = {
  _location_id: id(`Id of the appointment's location. Null if unknown. ${asked}`),
  _provider_id: id(`Id of the appointment's provider. Null if unknown. ${asked}`),
  _campaign_id: id(`Id of the marketing campaign. Null if unknown. ${asked}`),
  _appointment_id: id(`Id of the linked appointment. Null until an appointment is linked. ${asked}`),
  _survey_id: { type: "integer", description: `Survey id. ${asked}` },
  _import_id: { type: "integer", description: `Id of the import run. ${asked}` },
  _file_id: { type: "integer", description: `Id of the file. ${asked}` },
} as const;

type Joined = keyof typeof joined;

/** Names of the join keys of calls and conversions. */
export const conversionKeys = ["_location_id", "_provider_id", "_campaign_id", "_appointment_id"] as const;

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

/** True if an item has the member only with `keys=true`. */
export const isKey = (name: string): boolean => name.startsWith("_");
