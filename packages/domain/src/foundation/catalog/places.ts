import { personName } from "../kernel/contact-details.js";
import { remembered } from "../kernel/lookup-tables.js";
import { parseNpi } from "../kernel/us-codes.js";
import type { Location, Provider } from "./catalog.js";

/**
 * Location or provider that a file row refers to.
 *
 * `text` is the string in the row, or empty. `place` is the matching record, or `null` if there is none.
 */
export type Reference<Place> = {
  readonly text: string;
  readonly place: Place | null;
  /** Further strings in the row. */
  readonly others?: readonly string[];
};

/** Finds the location and the provider of a row. */
export type Places = {
  /**
   * Finds a location by external id, then by unique name.
   * If the account has only one location, an empty string finds that location.
   * Tries `others` in order if the first string is unknown.
   */
  location(text: string | undefined, others?: readonly string[]): Reference<Location>;
  /** Finds a provider by external id, then by NPI, then by unique name. Tries `others` in order. */
  provider(text: string | undefined, others?: readonly string[]): Reference<Provider>;
  /** True if the account has several locations, so each row must name its location. */
  readonly severalLocations: boolean;
};

/** External ids of locations and providers, by the words that a connected system uses for them. */
export type PlaceRefs = Readonly<Record<"locationRefs" | "providerRefs", Readonly<Record<string, string>>>>;

/**
 * Creates functions that find locations and providers in a catalog. The functions cache their results. A string in
 * `refs` stands for its external id.
 */
export function placesOf(
  catalog: { readonly locations: readonly Location[]; readonly providers: readonly Provider[] },
  refs: PlaceRefs = { locationRefs: {}, providerRefs: {} },
): Places {
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
    location: references(refs.locationRefs, (text) => (text === "" ? only : first(locationsBy, text))),
    provider: references(refs.providerRefs, (text) => (text === "" ? null : first(providersBy, text))),
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

function references<Place>(
  refs: Readonly<Record<string, string>>,
  find: Find<Place>,
): (text: string | undefined, others?: readonly string[]) => Reference<Place> {
  const ids = new Map(Object.entries(refs).map(([text, id]) => [folded(text), id]));
  const referenceOf = remembered((text: string): Reference<Place> => ({
    text,
    place: find(ids.get(folded(text)) ?? text),
  }));
  return (sent = "", others = []) => {
    const [first, ...rest] = [sent, ...others].map((text) => text.trim()).filter(Boolean);
    const reference = referenceOf(first ?? "");
    if (rest.length === 0) return reference;
    if (reference.place) return { ...reference, others: rest };
    const distinct = [...new Set(rest)];
    const found = rest.map(referenceOf).find(({ place }) => place);
    return found ? { ...found, others: [first ?? "", ...distinct] } : { ...reference, others: distinct };
  };
}

/** Normalizes a location or provider reference for comparison: trimmed and in lowercase. */
export const folded = (text: string): string => text.trim().toLowerCase();

const npiOf = (text: string): string => parseNpi(text) ?? "";

function nameOf(text: string): string {
  const { first, last } = personName(text);
  return last === "" ? "" : `${last}, ${first}`;
}
