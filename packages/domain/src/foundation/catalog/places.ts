import type { Location, Provider } from "./catalog.js";
import { parseNpi } from "../kernel/npi.js";
import { personName } from "../kernel/person-name.js";
import { remembered } from "../kernel/remembered.js";

/** A location or provider reference. `text` is the string as sent, or empty if the row has none. */
export type Reference<Place> = { readonly text: string; readonly place: Place | null };

/** Resolves the location and provider references of rows. */
export type Places = {
  /** Matches by external id, then by a unique name. An empty reference resolves to the account's only location. */
  location(text: string | undefined): Reference<Location>;
  /** Matches by external id, then by NPI, then by a unique name. */
  provider(text: string | undefined): Reference<Provider>;
  /** Whether the account has several locations, so that each row must name a location. */
  readonly severalLocations: boolean;
};

/** Creates the resolver for a catalog. Results are cached by reference. */
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

/** Indexes records by one kind of key. A key that several records share matches none of them. */
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

/** Normalizes a reference for comparison. */
export const folded = (text: string): string => text.trim().toLowerCase();

const npiOf = (text: string): string => parseNpi(text) ?? "";

function nameOf(text: string): string {
  const { first, last } = personName(text);
  return last === "" ? "" : `${last}, ${first}`;
}
