import * as fc from "fast-check";
import type { FeedEntry, FeedFilter, FeedId, FeedOrder, FeedSlice } from "../foundation/feed/feed.js";
import type { Instant } from "../foundation/kernel/instant.js";
import { anyCharacter } from "./any-character.js";
import { anEntry } from "./builders.js";

/** Returns a unique key of an entry in its list. */
export const nameOf = ({ kind, id }: FeedId) => `${kind}-${id}`;

const numbers = [1, 2, 9, 10, 11, 100];
export const everyId = [0, 1].flatMap((kind) => numbers.map((id) => ({ kind, id })));

const feedIds = fc.record({ kind: fc.constantFrom(0, 1), id: fc.constantFrom(...numbers) });
const moments = fc.integer({ min: 0, max: 5 }).map((seconds) => (1_700_000_000_000 + seconds * 1_000) as Instant);
const places = fc.integer({ min: 1, max: 4 });
const fieldNames = fc.constantFrom("ward", "Ward", "__proto__", "constructor", 'it\'s "odd"');
const fieldValues = fc.constantFrom("a", "A", "", "ü", "%");
const fields = fc
  .uniqueArray(fc.tuple(fieldNames, fieldValues), { maxLength: 3, selector: ([name]) => name })
  .map((pairs) => Object.fromEntries(pairs));

const entries = fc
  .record({
    id: feedIds,
    at: moments,
    modifiedAt: moments,
    locationId: fc.option(places),
    providerId: fc.option(places),
    rating: fc.option(fc.integer({ min: 1, max: 5 })),
    customFields: fields,
    text: fc.string({ unit: anyCharacter, maxLength: 8 }),
    tail: fc.option(fc.constant('"more":true')),
  })
  .map(({ id, text, ...rest }) => anEntry({ ...rest, ...id, json: JSON.stringify({ name: nameOf(id), text }) }));

/** Generates steps that publish a batch of entries and then remove some entries. */
export const steps = fc.array(
  fc.record({
    published: fc.array(entries, { maxLength: 6 }),
    removed: fc.uniqueArray(feedIds, { maxLength: 2, selector: nameOf }),
  }),
  { maxLength: 12 },
);

const optionally = { requiredKeys: [] } satisfies { requiredKeys: [] };
const someOf = <T>(values: fc.Arbitrary<T>) => fc.array(values, { maxLength: 3 });

const filters: fc.Arbitrary<FeedFilter> = fc.record(
  {
    locationIds: someOf(places),
    providerIds: someOf(places),
    members: fc.record({ locationIds: someOf(places), providerIds: someOf(places) }),
    customFields: fc.array(fc.record({ name: fieldNames, values: fc.array(fieldValues, { maxLength: 12 }) }), {
      maxLength: 2,
    }),
  },
  optionally,
);

/** Generates list requests of every kind, without pagination. */
export const slices: fc.Arbitrary<FeedSlice> = fc.record(
  {
    window: fc.record({ from: moments, to: moments }, optionally),
    ratings: fc.uniqueArray(fc.integer({ min: 1, max: 5 }), { maxLength: 3 }),
    modifiedSince: moments,
    filter: filters,
    order: fc.constantFrom<FeedOrder>("newest", "oldest", "modified"),
    tail: fc.boolean(),
    separator: fc.constantFrom(",", "\n"),
  },
  optionally,
);

/** Computes the expected items of a list request with a simple algorithm. */
export function naively(all: readonly FeedEntry[], slice: FeedSlice): unknown[] {
  const { window = {}, modifiedSince, ratings, filter = {}, order = "newest", tail } = slice;
  const { locationIds, providerIds, members, customFields = [] } = filter;
  return all
    .filter(({ at }) => window.from === undefined || at >= window.from)
    .filter(({ at }) => window.to === undefined || at < window.to)
    .filter(({ modifiedAt }) => modifiedSince === undefined || modifiedAt >= modifiedSince)
    .filter(({ rating }) => ratings === undefined || ratings.some((one) => one === rating))
    .filter(({ locationId }) => locationIds === undefined || locationIds.some((one) => one === locationId))
    .filter(({ providerId }) => providerIds === undefined || providerIds.some((one) => one === providerId))
    .filter(
      ({ locationId, providerId }) =>
        members === undefined ||
        members.locationIds.some((one) => one === locationId) ||
        members.providerIds.some((one) => one === providerId),
    )
    .filter((entry) =>
      customFields.every(({ name, values }) =>
        Object.entries(entry.customFields).some(([own, value]) => own === name && values.includes(value)),
      ),
    )
    .sort(sorting[order])
    .map((entry) => ({ ...(JSON.parse(entry.json) as object), ...(tail && entry.tail && { more: true }) }));
}

const sorting: Readonly<Record<FeedOrder, (a: FeedEntry, b: FeedEntry) => number>> = {
  newest: (a, b) => b.at - a.at || b.kind - a.kind || b.id - a.id,
  oldest: (a, b) => a.at - b.at || a.kind - b.kind || a.id - b.id,
  modified: (a, b) => a.modifiedAt - b.modifiedAt || a.kind - b.kind || a.id - b.id,
};
