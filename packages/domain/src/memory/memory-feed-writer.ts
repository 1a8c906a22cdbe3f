import type { EntryKeyReader } from "../foundation/feed/entry-keys.js";
import type { FeedEntry, FeedId, FeedList, FeedWriter } from "../foundation/feed/feed.js";
import { isOfResponses, publicIdOf, publicListOf } from "../foundation/feed/public-lists.js";
import type { Instant } from "../foundation/kernel/instant.js";
import type { Draft, StoredEntry } from "./account-state.js";

export function memoryFeedWriter(draft: Draft, now: Instant): FeedWriter {
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
    const tombstones = draft.writable(draft.state.tombstones);
    for (const { kind, id, name } of entries) {
      const publicId = publicIdOf({ id, ...(name !== undefined && { name }) });
      if (isOfResponses(list) && isAnotherResponse(draft, list, { kind, id })) continue;
      const tombstone = { list, kind, id, publicId, revision: removing, changedAt: now };
      tombstones.set(`${publicListOf(list)} ${publicId}`, tombstone);
    }
    draft.change({ tombstones });
  };

  return {
    publish: async (_account, list, published) => {
      if (published.length === 0) return;
      const tombstones = draft.writable(draft.state.tombstones);
      edit(list, (entries) => {
        for (const entry of published) {
          const before = entries.get(keyOf(entry));
          const old = keepsTimes ? before : marked.get(nameOf(list, entry));
          const changed = before && isSame(before, entry) ? before : { revision: publishing, changedAt: now };
          const modifiedAt = old?.json === entry.json && old.tail === entry.tail ? old.modifiedAt : entry.modifiedAt;
          const { revision, changedAt } = changed;
          entries.set(keyOf(entry), { ...entry, modifiedAt, revision, changedAt });
          tombstones.delete(`${publicListOf(list)} ${publicIdOf(entry)}`);
          marked.delete(nameOf(list, entry));
        }
      });
      draft.change({ tombstones });
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
      const old = [...draft.state.tombstones].filter(([, { changedAt }]) => changedAt < before);
      if (old.length === 0) return;
      const tombstones = draft.writable(draft.state.tombstones);
      for (const [name] of old) tombstones.delete(name);
      draft.change({ tombstones, sweptRevision: Math.max(...old.map(([, { revision }]) => revision)) });
    },
  };
}

export const memoryEntryKeys = (draft: Draft): EntryKeyReader => ({
  of: async (_account, list, ids) => ids.flatMap((id) => draft.state.lists.get(list)?.get(keyOf(id)) ?? []),
});

const keyOf = ({ kind, id }: FeedId) => `${kind}:${id}`;

const nameOf = (list: FeedList, id: FeedId) => `${list} ${keyOf(id)}`;

/** Returns true if the published content of an entry is unchanged. */
const isSame = (before: FeedEntry, entry: FeedEntry): boolean =>
  (["at", "json", "tail", "keys", "name"] as const).every((member) => before[member] === entry[member]);

/** Returns true if a survey response with this id is in the list of another survey. */
const isAnotherResponse = ({ state }: Draft, list: FeedList, id: FeedId): boolean =>
  [...state.lists].some(([other, entries]) => other !== list && isOfResponses(other) && entries.has(keyOf(id)));
