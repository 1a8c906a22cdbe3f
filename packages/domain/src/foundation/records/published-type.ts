import type { FeedStores, Publication } from "../feed/publication.js";
import { record } from "../feed/publication.js";
import type { PublishedRecord, RecordStore } from "../feed/record-store.js";
import { removeRecords } from "../feed/remove-records.js";
import type { LineShape, Shaped } from "../kernel/line-shape.js";
import type { LineCheck, LineRules, StoringStep } from "./line-rules.js";
import { idsIn, recordsFrom } from "./line-rules.js";
import { mentionedIn, recordMentions } from "./record-mentions.js";
import type { CountedRecords, OutdatesOthers } from "./record-lists.js";
import { publishedLists } from "./record-lists.js";
import type { BelongsTo, LoadedType } from "./record-type.js";

/** Record type whose bundle lines become records. List entries are rendered from the records. */
type Published<Kind extends string, Name extends string, S extends LineShape, R extends PublishedRecord, Stores> = {
  readonly kind: Kind;
  /** Name of the store that contains the records. */
  readonly store: Name;
  readonly shape: S;
  readonly fromLine: (line: Shaped<S>) => R;
  readonly publication: Publication<R, Stores>;
  readonly countedAs: CountedRecords;
  readonly outdatesOthers?: OutdatesOthers<R>;
  /** Numbers of the steps of a load. The numbers are stored in databases. */
  readonly steps: { readonly store: number; readonly remove: number };
  readonly reading: StoringStep<never, never>["reading"];
  readonly contacts?: readonly string[];
  readonly belongsTo?: BelongsTo<Stores>;
  readonly check?: () => LineCheck<unknown>;
};

type PublishedReads<Name extends string, R extends PublishedRecord> = {
  readonly [N in Name]: Pick<RecordStore<R>, "page">;
};

/** Declares a record type that stores and publishes a record for each line. */
export function publishedType<
  Kind extends string,
  Name extends string,
  S extends LineShape,
  R extends PublishedRecord,
  Stores extends FeedStores,
>(published: Published<Kind, Name, S, R, Stores>): LoadedType<PublishedReads<Name, R>, Stores, unknown, Kind> {
  const { kind, store, shape, publication, countedAs, outdatesOthers, belongsTo } = published;
  return {
    kind,
    lines: linesOf(published),
    lists: publishedLists(countedAs, publication, outdatesOthers),
    mentions: recordMentions<PublishedReads<Name, R>>({
      kind,
      mentions: mentionedIn(shape),
      page: (stores, account, page) => stores[store].page(account, page),
    }),
    ...(belongsTo && { belongsTo }),
  };
}

function linesOf<S extends LineShape, R extends PublishedRecord, Stores extends FeedStores>({
  shape,
  fromLine,
  publication,
  steps,
  reading,
  contacts,
  check,
}: Published<string, string, S, R, Stores>): LineRules<unknown, Stores, unknown> {
  return {
    shape,
    keys: ["id"],
    ...(contacts && { contacts }),
    ...(check && { check }),
    storing: {
      ...{ step: steps.store, reading },
      begin: () => ({
        store: async (lines, work) => takenWith(await record(publication, recordsFrom(shape, fromLine, lines), work)),
      }),
    },
    removing: {
      step: steps.remove,
      remove: async (keys, work) => takenWith(await removeRecords(publication, idsIn<R["id"]>(keys), work)),
    },
  };
}

function takenWith(records: readonly PublishedRecord[]) {
  const ids = records.map(({ id }) => id);
  return { count: ids.length, ids };
}
