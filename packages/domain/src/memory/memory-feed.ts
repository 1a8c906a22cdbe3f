import type { ChangeReader } from "../foundation/feed/changes.js";
import type {
  FeedBatch,
  FeedEntry,
  FeedFilter,
  FeedList,
  FeedOrder,
  FeedPosition,
  FeedReader,
  FeedSlice,
} from "../foundation/feed/feed.js";
import type { AccountId } from "../foundation/kernel/ids.js";
import type { AccountState, StoredEntry } from "./account-state.js";
import { changesOf } from "./memory-changes.js";
import { itemText } from "./memory-items.js";

const batchSize = 1_000;
const encoder = new TextEncoder();

type Entries = ReadonlyMap<string, StoredEntry>;

/** Creates a reader for the committed lists of all accounts. */
export function memoryFeedReader(
  committed: (account: AccountId) => AccountState,
  all: () => ReadonlyMap<AccountId, AccountState>,
): FeedReader & ChangeReader {
  return {
    async *read(account, list, slice, beforehand): AsyncGenerator<FeedBatch, void> {
      const state = committed(account);
      await beforehand?.(batchesOf(state, list, slice));
      yield* batchesOf(state, list, slice);
    },
    async *changes(account, slice, beforehand): AsyncGenerator<FeedBatch, void> {
      const state = committed(account);
      await beforehand?.(changesOf(state, slice));
      yield* changesOf(state, slice);
    },
    state: async (account) => {
      const { revision, sweptRevision, fingerprint } = committed(account);
      return { revision, sweptRevision, fingerprint };
    },
    revisions: async () => [...all()].map(([account, { revision, watermark: at }]) => ({ account, revision, at })),
    commitNumber: async () => [...all().values()].reduce((sum, { revision }) => sum + revision, 0),
  };
}

async function* batchesOf(
  { lists, watermark }: AccountState,
  list: FeedList,
  slice: FeedSlice,
): AsyncGenerator<FeedBatch, void> {
  const { separator = "," } = slice;
  const { entries, next } = pageOf(lists.get(list) ?? new Map(), slice);
  let start = 0;
  do {
    const batch = entries.slice(start, start + batchSize);
    yield {
      count: batch.length,
      json: encoder.encode(batch.map((entry) => itemText(entry, slice)).join(separator)),
      watermark,
      ...(next && start === 0 && { next }),
    };
    start += batchSize;
  } while (start < entries.length);
}

function pageOf(
  all: Entries,
  slice: FeedSlice,
): { readonly entries: readonly StoredEntry[]; readonly next?: FeedPosition } {
  const { order = "newest", page } = slice;
  const retained = inOrder(all, order).filter((entry) => isIn(slice, entry));
  if (!page) return { entries: retained };
  const { after, limit } = page;
  const rest = after ? retained.filter((entry) => comparison[order](placeOf(entry, order), after) > 0) : retained;
  const entries = rest.slice(0, limit);
  const last = entries.at(-1);
  return last && rest.length > limit ? { entries, next: placeOf(last, order) } : { entries };
}

const ascending = (a: FeedPosition, b: FeedPosition): number => a.at - b.at || a.kind - b.kind || a.id - b.id;
const comparison: Readonly<Record<FeedOrder, typeof ascending>> = {
  newest: (a, b) => ascending(b, a),
  oldest: ascending,
  modified: ascending,
};

const placeOf = ({ at, modifiedAt, kind, id }: FeedEntry, order: FeedOrder): FeedPosition => ({
  at: order === "modified" ? modifiedAt : at,
  kind,
  id,
});

/** Sorted entries of each committed map, by order. They stay valid because committed maps never change. */
const sorted = new WeakMap<Entries, Map<FeedOrder, readonly StoredEntry[]>>();

function inOrder(entries: Entries, order: FeedOrder): readonly StoredEntry[] {
  const known = sorted.get(entries) ?? new Map<FeedOrder, readonly StoredEntry[]>();
  sorted.set(entries, known);
  const compare = (a: FeedEntry, b: FeedEntry) => comparison[order](placeOf(a, order), placeOf(b, order));
  const inTheOrder = known.get(order) ?? [...entries.values()].sort(compare);
  known.set(order, inTheOrder);
  return inTheOrder;
}

function isIn({ window = {}, ratings, modifiedSince, filter }: FeedSlice, entry: FeedEntry): boolean {
  const { at, rating, modifiedAt } = entry;
  if (window.from !== undefined && at < window.from) return false;
  if (window.to !== undefined && at >= window.to) return false;
  if (modifiedSince !== undefined && modifiedAt < modifiedSince) return false;
  return isAmong(ratings, rating) && (!filter || passes(filter, entry));
}

/** Returns true if an entry meets every condition of a filter. */
export function passes(filter: FeedFilter, { locationId, providerId, customFields }: FeedEntry): boolean {
  const { locationIds, providerIds, members, customFields: fields = [] } = filter;
  const met: Readonly<Record<keyof FeedFilter, boolean>> = {
    locationIds: isAmong(locationIds, locationId),
    providerIds: isAmong(providerIds, providerId),
    members: !members || isAmong(members.locationIds, locationId) || isAmong(members.providerIds, providerId),
    customFields: fields.every(({ name, values }) => isAmong(values, own(customFields, name))),
  };
  return Object.values(met).every(Boolean);
}

const own = (fields: FeedEntry["customFields"], name: string): string | null =>
  Object.hasOwn(fields, name) ? (fields[name] ?? null) : null;

const isAmong = <T>(values: readonly T[] | undefined, value: T | null): boolean =>
  values === undefined || (value !== null && values.includes(value));
