import type { Instant } from "../kernel/instant.js";
import type { FeedEntry } from "./feed.js";

/** Entry for a list that has no filters. */
type Plain = Pick<FeedEntry, "id"> & {
  readonly item: object;
  /** First sort key of the entry, such as a time. Entries with equal first keys are sorted by id. Defaults to 0. */
  readonly at?: number;
} & Partial<Pick<FeedEntry, "kind" | "name" | "keys">>;

/** Creates an entry for a list that has no filters. `now` is the entry's time of change. */
export const plainEntry = (plain: Plain, now: Instant): FeedEntry => entryOf(plain, JSON.stringify(plain.item), now);

/** Creates an entry for a list that has no filters, from an item that is already JSON. */
export const jsonEntry = (plain: Omit<Plain, "item"> & { readonly json: string }, now: Instant): FeedEntry =>
  entryOf(plain, plain.json, now);

function entryOf({ id, at = 0, kind = 0, name, keys }: Omit<Plain, "item">, json: string, now: Instant): FeedEntry {
  // Assign each member by name because object spread is several times slower.
  const entry = {
    kind,
    id,
    at: at as Instant,
    modifiedAt: now,
    locationId: null,
    providerId: null,
    rating: null,
    customFields: {},
    json,
    tail: null,
  };
  if (name !== undefined) return { ...entry, name, ...(keys === undefined ? {} : { keys }) };
  return keys === undefined ? entry : { ...entry, keys };
}

const pageSize = 1_000;

/** Splits entries into pages of up to 1,000 entries. */
export function* pagesOfEntries<T>(entries: Iterable<T>): Generator<readonly T[], void> {
  let page: T[] = [];
  for (const entry of entries) {
    page.push(entry);
    if (page.length < pageSize) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}
