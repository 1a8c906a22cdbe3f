import type { Instant } from "../kernel/instant.js";
import type { FeedEntry } from "./feed.js";

/** What an entry of a list says that nobody filters or pages. */
type Plain = Pick<FeedEntry, "id"> & {
  readonly item: object;
  /** What the list is sorted by before its ids: a time, or any whole number. */
  readonly at?: number;
} & Partial<Pick<FeedEntry, "kind" | "name" | "keys">>;

/** An entry of such a list, as of a unit of work whose time is `now`. */
export const plainEntry = (plain: Plain, now: Instant): FeedEntry => entryOf(plain, JSON.stringify(plain.item), now);

/** The same of an item that is JSON already. */
export const jsonEntry = (plain: Omit<Plain, "item"> & { readonly json: string }, now: Instant): FeedEntry =>
  entryOf(plain, plain.json, now);

function entryOf({ id, at = 0, kind = 0, name, keys }: Omit<Plain, "item">, json: string, now: Instant): FeedEntry {
  // Each member by name: spreading one object into another would take longer than all of this.
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

const mostAtOnce = 1_000;

/** Entries some at a time. */
export function* pagesOfEntries<T>(entries: Iterable<T>): Generator<readonly T[], void> {
  let page: T[] = [];
  for (const entry of entries) {
    page.push(entry);
    if (page.length < mostAtOnce) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}
