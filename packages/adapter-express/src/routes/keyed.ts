import type { Schema } from "../schema.js";
import { id } from "./item-schemas.js";

const asked = "; where `keys=true` asks for it";

const ofEvery = {
  _id: { type: "string", description: `What tells it apart in its list; it never changes${asked}` },
  _changed_at: { type: "string", format: "date-time", description: `When anything of it last changed${asked}` },
} as const;

const joined = {
  _location_id: id(`Location of the appointment${asked}`),
  _provider_id: id(`Provider of the appointment${asked}`),
  _campaign_id: id(`Marketing campaign${asked}`),
  _appointment_id: id(`The appointment that followed${asked}`),
  _survey_id: { type: "integer", description: `Survey id${asked}` },
  _import_id: { type: "integer", description: `Run id${asked}` },
  _file_id: { type: "integer", description: `File id${asked}` },
} as const;

type Joined = keyof typeof joined;

/** What calls and conversions are joined on. */
export const conversionKeys = ["_location_id", "_provider_id", "_campaign_id", "_appointment_id"] as const;

/** An item with what it begins with where its keys are asked for. */
export function keyed<const S extends Schema, Name extends Joined = never>(item: S, ...names: readonly Name[]) {
  const keys = { ...ofEvery, ...Object.fromEntries(names.map((name) => [name, joined[name]])) };
  return { ...item, properties: { ...keys, ...item.properties } } as unknown as Keyed<S, Name>;
}

type Keyed<S extends Schema, Name extends Joined> = Omit<S, "properties"> & {
  readonly type: S["type"];
  readonly properties: typeof ofEvery & Pick<typeof joined, Name> & S["properties"];
};

/** Whether a member is there only where keys are asked for. */
export const isKey = (name: string): boolean => name.startsWith("_");
