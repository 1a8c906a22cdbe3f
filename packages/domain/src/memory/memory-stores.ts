import type { SettingsStore } from "../accounts/account-store.js";
import type { CatalogStore } from "../catalog/catalog-store.js";
import type { Catalog, CatalogPart } from "../catalog/catalog.js";
import { catalogParts } from "../catalog/catalog.js";
import type { FeedEntry, FeedId, FeedWriter, FeedList } from "../feed/feed.js";
import type { Instant } from "../kernel/instant.js";
import type { Draft } from "./account-state.js";

type Identified = { readonly id: number };

/** Settings of the account of a draft. */
export function memorySettingsStore(draft: Draft): SettingsStore {
  return {
    read: async () => draft.state.settings,
    save: async (_account, settings) => draft.change({ settings }),
  };
}

/** The catalog of the account of a draft. */
export function memoryCatalogStore(draft: Draft): CatalogStore {
  return {
    read: async (_account, ...parts) => {
      const picked = parts.map((part) => [part, draft.state.catalog[part]] as const);
      return Object.fromEntries(picked) as Pick<Catalog, (typeof parts)[number]>;
    },
    save: async (_account, changes) => {
      const merged = catalogParts.map((part) => [
        part,
        mergeById<Identified>(draft.state.catalog[part], changes[part] ?? []),
      ]);
      draft.change({ catalog: Object.fromEntries(merged) as Record<CatalogPart, never> });
    },
    remove: async (_account, ids) => {
      const left = catalogParts.map((part) => {
        const all: readonly Identified[] = draft.state.catalog[part];
        return [part, all.filter(({ id }) => !ids[part]?.includes(id))];
      });
      draft.change({ catalog: Object.fromEntries(left) as Record<CatalogPart, never> });
    },
  };
}

/** The lists of the account of a draft. */
export function memoryFeedWriter(draft: Draft, now: Instant): FeedWriter {
  const edit: (list: Parameters<FeedWriter["remove"]>[1], change: (entries: Map<string, FeedEntry>) => void) => void = (
    list,
    change,
  ) => {
    const lists = draft.writable(draft.state.lists);
    const entries = draft.writable(lists.get(list));
    change(entries);
    lists.set(list, entries);
    draft.change({ lists, watermark: now });
  };
  const marked = new Map<string, FeedEntry>();
  const nameOf = (list: FeedList, id: FeedId) => `${list} ${keyOf(id)}`;
  return {
    publish: async (_account, list, published) => {
      if (published.length === 0) return;
      edit(list, (entries) => {
        for (const entry of published) {
          const before = marked.get(nameOf(list, entry));
          const isSame = before?.json === entry.json && before.tail === entry.tail;
          entries.set(keyOf(entry), isSame ? { ...entry, modifiedAt: before.modifiedAt } : entry);
          marked.delete(nameOf(list, entry));
        }
      });
    },
    remove: async (_account, list, ids) => {
      const known = ids.filter((id) => draft.state.lists.get(list)?.has(keyOf(id)));
      if (known.length === 0) return;
      edit(list, (entries) => known.forEach((id) => entries.delete(keyOf(id))));
    },
    mark: async () => {
      for (const [list, entries] of draft.state.lists) {
        for (const entry of entries.values()) marked.set(nameOf(list, entry), entry);
      }
    },
    sweep: async () => {
      for (const list of draft.state.lists.keys()) {
        edit(list, (entries) => {
          for (const entry of [...entries.values()]) {
            if (marked.delete(nameOf(list, entry))) entries.delete(keyOf(entry));
          }
        });
      }
      draft.change({ watermark: now });
    },
  };
}

const keyOf = ({ kind, id }: FeedId) => `${kind}:${id}`;

function mergeById<R extends Identified>(before: readonly R[], changes: readonly R[]): readonly R[] {
  if (changes.length === 0) return before;
  const merged = new Map([...before, ...changes].map((record) => [record.id, record]));
  return [...merged.values()].sort((a, b) => a.id - b.id);
}
