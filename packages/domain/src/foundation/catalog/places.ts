import { personName } from "../kernel/contact-details.js";
import { remembered } from "../kernel/lookup-tables.js";
import { parseNpi } from "../kernel/us-codes.js";
import type { Location, Provider } from "./catalog.js";

/**
 * Location or provider that a file row refers to.
 *
 * `text` is the string in the row, or empty. `place` is the matching record, or `null` if there is none.
 */
export type Reference<Place> = { readonly text: string; readonly place: Place | null };

/** Finds the location and the provider of a row. */
export type Places = {
  /**
   * Finds a location by external id, then by unique name.
   * If the account has only one location, an empty string finds that location.
   */
  location(text: string | undefined): Reference<Location>;
  /** Finds a provider by external id, then by NPI, then by unique name. */
  provider(text: string | undefined): Reference<Provider>;
  /** True if the account has several locations, so each row must name its location. */
  readonly severalLocations: boolean;
};

/** Creates functions that find locations and providers in a catalog. The functions cache their results. */
export function placesOf(catalog: {
  readonly locations: readonly Location[];
  readonly providers: readonly Provider[];
}): Places {
  const { locations, providers } = catalog;
  const [only = null] = locations.length === 1 ? locations : [];
  const locationsBy = [
    uniqueBy(locations, ({ externalIds }) => externalIds.map(folded), folded),
    uniqueBy(locations, ({ name }) => [folded(name)], folded),
  ];
  const providersBy = [
    uniqueBy(providers, ({ externalIds }) => externalIds.map(folded), folded),
    uniqueBy(providers, ({ npi }) => [npiOf(npi ?? "")], npiOf),
    uniqueBy(providers, ({ name }) => [nameOf(name)], nameOf),
  ];
  return {
    location: references((text) => (text === "" ? only : first(locationsBy, text))),
    provider: references((text) => (text === "" ? null : first(providersBy, text))),
    severalLocations: locations.length > 1,
  };
}

type Find<Place> = (text: string) => Place | null;

/** Creates a function that finds a record by one kind of key. Finds nothing if several records share the key. */
function uniqueBy<Place>(
  records: readonly Place[],
  keysOf: (record: Place) => readonly string[],
  keyOf: (text: string) => string,
): Find<Place> {
  const found = new Map<string, Place | null>();
  for (const record of records) {
    for (const key of new Set(keysOf(record))) found.set(key, found.has(key) ? null : record);
  }
  found.delete("");
  return (text) => found.get(keyOf(text)) ?? null;
}

const first = <Place>(ways: readonly Find<Place>[], text: string): Place | null => {
  for (const find of ways) {
    const place = find(text);
    if (place) return place;
  }
  return null;
};

function references<Place>(find: Find<Place>): (text: string | undefined) => Reference<Place> {
  const referenceOf = remembered((text: string): Reference<Place> => ({ text, place: find(text) }));
  return (sent = "") => referenceOf(sent.trim());
}

/** Normalizes a location or provider reference for comparison: trimmed and in lowercase. */
export const folded = (text: string): string => text.trim().toLowerCase();

const npiOf = (text: string): string => parseNpi(text) ?? "";

function nameOf(text: string): string {
  const { first, last } = personName(text);
  return last === "" ? "" : `${last}, ${first}`;
}
