import {
  type ChangedEntry,
  type ChangedKeys,
  type ChangeReader,
  type ChangeSlice,
  countsOf,
  cursorExpired,
  type FeedBatch,
  type FeedEntry,
  type FeedFilter,
  type FeedId,
  type FeedList,
  type FeedOrder,
  type FeedPosition,
  type FeedReader,
  type FeedSlice,
  type FeedWriter,
  isOfResponses,
  keyMembers,
  type Progress,
  publicIdOf,
  publicListOf,
  type Rated,
  type Reached,
} from "../foundation/feed/feed.js";
import type { AccountId } from "../foundation/kernel/ids.js";
import { type Instant, isoInstant } from "../foundation/kernel/times.js";
import type { Stores } from "../ports.js";
import { type AccountState, type Draft, type StoredEntry, tableOf } from "./account-state.js";

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
  { lists, watermark, epoch }: AccountState,
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
      ...{ watermark, ...(epoch !== undefined && { epoch }) },
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
function passes(filter: FeedFilter, { locationId, providerId, fields }: FeedEntry): boolean {
  const { locationIds, providerIds, members, fields: wanted = [] } = filter;
  const met: Readonly<Record<keyof FeedFilter, boolean>> = {
    locationIds: isAmong(locationIds, locationId),
    providerIds: isAmong(providerIds, providerId),
    members: !members || isAmong(members.locationIds, locationId) || isAmong(members.providerIds, providerId),
    fields: wanted.every(({ name, values }) => isAmong(values, own(fields, name))),
  };
  return Object.values(met).every(Boolean);
}

const own = (fields: FeedEntry["fields"], name: string): string | null =>
  Object.hasOwn(fields, name) ? (fields[name] ?? null) : null;

const isAmong = <T>(values: readonly T[] | undefined, value: T | null): boolean =>
  values === undefined || (value !== null && values.includes(value));

/** Returns the JSON of a list item, with the optional fields that the list request selects. */
function itemText(entry: StoredEntry, { tail, keyed }: FeedSlice): string {
  const item = tail ? withTail(entry) : entry.json;
  return keyed ? beginning(item, keyMembers(entry)) : item;
}

/** Returns the JSON of a list item for the change feed, with all optional fields. */
export const keyedText = (entry: FeedEntry): string =>
  entry.keys === undefined ? withTail(entry) : beginning(withTail(entry), entry.keys);

const withTail = ({ json, tail }: FeedEntry): string => (tail === null ? json : joined(json.slice(1, -1), tail));

const beginning = (item: string, members: string): string => joined(members, item.slice(1, -1));

const joined = (...members: readonly string[]): string => `{${members.filter((text) => text !== "").join(",")}}`;

/** Creates the stores that write the lists of a draft and read from them. */
export const feedStores = (draft: Draft, now: Instant) =>
  ({
    feed: feedWriter(draft, now),
    entryKeys: entryKeys(draft),
    ratings: ratingReader(draft),
  }) satisfies Partial<Stores>;

/** Change to a list entry, with its position in the change feed and its JSON. */
type Change = ChangedEntry & ChangedKeys & Pick<Progress, "phase"> & { readonly text: () => string };

/** Reads the changes of an account in the order that `ChangeReader` defines. */
async function* changesOf(state: AccountState, slice: ChangeSlice): AsyncGenerator<FeedBatch, void> {
  const { after, limit = Number.POSITIVE_INFINITY, separator = "," } = slice;
  if (after && isLost(state, after)) throw cursorExpired();
  const isRequested = ({ list }: Pick<Change, "list">) => slice.lists?.includes(publicListOf(list)) ?? true;
  const all = [...copied(state, after), ...changed(state, after ?? { phase: "changes", revision: state.revision })];
  const rest = all.filter(isRequested);
  const page = rest.slice(0, limit);
  const reached = reachedBy(state, page.at(-1), rest.length > page.length);
  const { watermark } = state;
  for (let start = 0; start === 0 || start < page.length; start += batchSize) {
    const some = page.slice(start, start + batchSize);
    const json = encoder.encode(some.map(({ text }) => text()).join(separator));
    yield { count: some.length, json, watermark, ...(start === 0 && { reached }) };
  }
}

/**
 * Returns true if a cursor has expired.
 * A cursor expires if deletions after it are no longer retained, or if it comes from another history of the account.
 */
const isLost = ({ revision, sweptRevision }: AccountState, after: Progress): boolean =>
  after.revision > revision || after.revision < sweptRevision + (after.phase === "changes" && after.last ? 1 : 0);

function reachedBy({ revision }: AccountState, last: Change | undefined, hasMore: boolean): Reached {
  if (!last || !hasMore) return { phase: "changes", revision, hasMore: false };
  const { phase, list, at, kind, id } = last;
  return { phase, revision: last.revision, last: { list, at, kind, id }, hasMore };
}

/** Returns the entries that a client still has to read to complete its copy. For a new copy, returns all entries. */
function copied(state: AccountState, after: Progress | undefined): Change[] {
  if (after?.phase === "changes") return [];
  const upTo = after?.revision ?? state.revision;
  return entriesOf(state)
    .filter((entry) => entry.revision <= upTo && (!after?.last || inCopy(entry, after.last) > 0))
    .sort(inCopy)
    .map((entry) => ({ ...entry, phase: "copy", revision: upTo }));
}

function changed(state: AccountState, { phase, revision, last }: Progress): Change[] {
  const from = phase === "changes" ? last : undefined;
  return [...entriesOf(state), ...tombstonesOf(state)]
    .filter((one) => one.revision > revision || (from && one.revision === revision && inList(one, from) > 0))
    .sort((a, b) => a.revision - b.revision || inList(a, b));
}

const byName = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const inList = (a: ChangedEntry, b: ChangedEntry) => byName(a.list, b.list) || a.kind - b.kind || a.id - b.id;
const inCopy = (a: ChangedEntry, b: ChangedEntry) => byName(a.list, b.list) || a.at - b.at || inList(a, b);

const entriesOf = ({ lists }: AccountState): Change[] =>
  [...lists].flatMap(([list, entries]) => [...entries.values()].map((entry) => upsertOf(list, entry)));

const upsertOf = (list: FeedList, entry: StoredEntry): Change => ({
  ...{ list, at: entry.at, kind: entry.kind, id: entry.id, phase: "changes", revision: entry.revision },
  ...{ publicId: publicIdOf(entry), changedAt: entry.changedAt, isDeleted: false },
  text: () => {
    const { list: name, id, changed_at } = headOf({ list, publicId: publicIdOf(entry), changedAt: entry.changedAt });
    const head = JSON.stringify({ list: name, id, op: "upsert", changed_at });
    return `${head.slice(0, -1)},"item":${keyedText(entry)}}`;
  },
});

const tombstonesOf = ({ tables }: AccountState): Change[] =>
  [...tables.tombstones.values()].map((tombstone) => {
    const { list, kind, id, revision } = tombstone;
    const { list: name, id: publicId, changed_at } = headOf(tombstone);
    const text = () => JSON.stringify({ list: name, id: publicId, op: "delete", changed_at });
    const { changedAt } = tombstone;
    return { list, at: 0, kind, id, phase: "changes", revision, publicId, changedAt, isDeleted: true, text };
  });

const headOf = ({ list, publicId, changedAt }: { list: FeedList; publicId: string; changedAt: StoredEntry["at"] }) => ({
  list: publicListOf(list),
  id: publicId,
  changed_at: isoInstant(changedAt),
});

function feedWriter(draft: Draft, now: Instant): FeedWriter {
  const tombstones = tableOf(draft, "tombstones");
  const marked = new Map<string, StoredEntry>();
  const removing = draft.state.revision + 1;
  const publishing = removing + 1;
  let keepsTimes = false;

  const edit = (list: FeedList, change: (entries: Map<string, StoredEntry>) => void): void => {
    const lists = draft.writable(draft.state.lists);
    const entries = draft.writable(lists.get(list));
    change(entries);
    lists.set(list, entries);
    draft.change({ lists, watermark: now, revision: publishing });
  };

  const bury = (list: FeedList, entries: readonly StoredEntry[]): void => {
    const buried = entries.filter((entry) => !isOfResponses(list) || !isAnotherResponse(draft, list, entry));
    tombstones.save(
      buried.map(({ kind, id, name }) => {
        const publicId = publicIdOf({ id, ...(name !== undefined && { name }) });
        return { list, kind, id, publicId, revision: removing, changedAt: now };
      }),
    );
  };

  return {
    publish: async (_account, list, published) => {
      if (published.length === 0) return;
      edit(list, (entries) => {
        for (const entry of published) {
          const before = entries.get(keyOf(entry));
          const old = keepsTimes ? before : marked.get(nameOf(list, entry));
          const changed = before && isSame(before, entry) ? before : { revision: publishing, changedAt: now };
          const modifiedAt = old?.json === entry.json && old.tail === entry.tail ? old.modifiedAt : entry.modifiedAt;
          const { revision, changedAt } = changed;
          entries.set(keyOf(entry), { ...entry, modifiedAt, revision, changedAt });
          marked.delete(nameOf(list, entry));
        }
      });
      tombstones.remove(published.map((entry) => `${publicListOf(list)} ${publicIdOf(entry)}`));
    },
    remove: async (_account, list, ids) => {
      const stored = ids.flatMap((id) => draft.state.lists.get(list)?.get(keyOf(id)) ?? []);
      if (stored.length === 0) return;
      edit(list, (entries) => stored.forEach((entry) => entries.delete(keyOf(entry))));
      bury(list, stored);
    },
    keepTimes: async () => void (keepsTimes = true),
    mark: async () => {
      for (const [list, entries] of draft.state.lists) {
        for (const entry of entries.values()) marked.set(nameOf(list, entry), entry);
      }
    },
    sweep: async (_account, fingerprint) => {
      for (const list of [...draft.state.lists.keys()]) {
        const entries = [...(draft.state.lists.get(list)?.values() ?? [])];
        const swept = entries.filter((entry) => marked.delete(nameOf(list, entry)));
        if (swept.length === 0) continue;
        edit(list, (left) => swept.forEach((entry) => left.delete(keyOf(entry))));
        bury(list, swept);
      }
      draft.change({ watermark: now, fingerprint });
    },
    forgetRemoved: async (_account, before) => {
      const isOld = ({ changedAt }: { readonly changedAt: Instant }) => changedAt < before;
      const sweptRevision = Math.max(...tombstones.rows(isOld).map(({ revision }) => revision));
      if (tombstones.removeAll(isOld) > 0) draft.change({ sweptRevision });
    },
  };
}

const entryKeys = (draft: Draft): Stores["entryKeys"] => ({
  of: async (_account, list, ids) => ids.flatMap((id) => draft.state.lists.get(list)?.get(keyOf(id)) ?? []),
  changedAfter: async (_account, after, limit) =>
    changed(draft.state, after)
      .slice(0, limit)
      .map(({ list, kind, id, revision, publicId, changedAt, isDeleted }) => ({
        ...{ list, kind, id, revision, publicId, changedAt, isDeleted },
      })),
  newest: async (_account, until) =>
    [...draft.state.lists].flatMap(([list, entries]) => {
      const times = [...entries.values()].map(({ at }) => at).filter((at) => at <= until);
      return times.length === 0 ? [] : [{ list, at: Math.max(...times) as Instant }];
    }),
});

const keyOf = ({ kind, id }: FeedId) => `${kind}:${id}`;

const nameOf = (list: FeedList, id: FeedId) => `${list} ${keyOf(id)}`;

/** Returns true if the published content of an entry is unchanged. */
const isSame = (before: FeedEntry, entry: FeedEntry): boolean =>
  (["at", "json", "tail", "keys", "name"] as const).every((member) => before[member] === entry[member]);

/** Returns true if a survey response with this id is in the list of another survey. */
const isAnotherResponse = ({ state }: Draft, list: FeedList, id: FeedId): boolean =>
  [...state.lists].some(([other, entries]) => other !== list && isOfResponses(other) && entries.has(keyOf(id)));

type RatedEntry = StoredEntry & { readonly rated: Rated };

const isRated = (entry: StoredEntry): entry is RatedEntry => entry.rated !== undefined;

function ratingReader(draft: Draft): Stores["ratings"] {
  const entriesOf = (list: string) => [...(draft.state.lists.get(list as never)?.values() ?? [])].filter(isRated);
  return {
    async counts(_account, { reviewPlatformIds, surveyPlatformIds, filter }) {
      const counted = [...draft.state.lists.keys()].flatMap((list) => {
        const platforms = list === "reviews" ? [...reviewPlatformIds, ...surveyPlatformIds] : surveyPlatformIds;
        return entriesOf(list).filter((entry) => passes(filter, entry) && platforms.includes(entry.rated.platformId));
      });
      return countsOf(counted.map(({ rated }) => rated.rating));
    },
    async shown(_account, { platformIds, minRating, window = {}, filter, limit }) {
      const { from = -Infinity, to = Infinity } = window;
      return entriesOf("reviews")
        .filter(({ rated }) => rated.isShown && rated.rating >= minRating && platformIds.includes(rated.platformId))
        .filter((entry) => entry.at >= from && entry.at < to && passes(filter, entry))
        .sort((a, b) => b.at - a.at || b.kind - a.kind || b.id - a.id)
        .slice(0, limit)
        .map(({ json }) => json);
    },
  };
}
