import { type ChangeSlice, cursorExpired } from "../foundation/feed/changes.js";
import type { FeedBatch, FeedList } from "../foundation/feed/feed.js";
import type { ChangedEntry, Progress, Reached } from "../foundation/feed/progress.js";
import { publicIdOf, publicListOf } from "../foundation/feed/public-lists.js";
import { isoInstant } from "../foundation/kernel/instant.js";
import type { AccountState, StoredEntry } from "./account-state.js";
import { keyedText } from "./memory-items.js";

/** Change to a list entry, with its position in the change feed and its JSON. */
type Change = ChangedEntry & Pick<Progress, "phase" | "revision"> & { readonly text: () => string };

const batchSize = 1_000;
const encoder = new TextEncoder();

/** Reads the changes of an account in the order that `ChangeReader` defines. */
export async function* changesOf(state: AccountState, slice: ChangeSlice): AsyncGenerator<FeedBatch, void> {
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
  text: () => {
    const { list: name, id, changed_at } = headOf({ list, publicId: publicIdOf(entry), changedAt: entry.changedAt });
    const head = JSON.stringify({ list: name, id, op: "upsert", changed_at });
    return `${head.slice(0, -1)},"item":${keyedText(entry)}}`;
  },
});

const tombstonesOf = ({ tombstones }: AccountState): Change[] =>
  [...tombstones.values()].map((tombstone) => {
    const { list, kind, id, revision } = tombstone;
    const { list: name, id: publicId, changed_at } = headOf(tombstone);
    const text = () => JSON.stringify({ list: name, id: publicId, op: "delete", changed_at });
    return { list, at: 0, kind, id, phase: "changes", revision, text };
  });

const headOf = ({ list, publicId, changedAt }: { list: FeedList; publicId: string; changedAt: StoredEntry["at"] }) => ({
  list: publicListOf(list),
  id: publicId,
  changed_at: isoInstant(changedAt),
});
