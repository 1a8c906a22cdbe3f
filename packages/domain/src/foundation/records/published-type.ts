import { type FeedStores, type Publication, record } from "../feed/publication.js";
import type { PublishedRecord, RecordPage, RecordStore } from "../feed/record-store.js";
import { removeRecords } from "../feed/remove-records.js";
import type { AccountId } from "../kernel/ids.js";
import type { LineShape, Shaped } from "../kernel/line-shape.js";
import type { UnitOfWork } from "../unit-of-work/unit-of-work.js";
import { idsIn, type LineCheck, type LineRules, recordsFrom, type StoringStep } from "./line-rules.js";
import { type Facts, foundByRows, type OfPerson, rowsOf } from "./of-person.js";
import { type CountedRecords, type OutdatesOthers, publishedLists } from "./record-lists.js";
import { mentionedIn, recordMentions } from "./record-mentions.js";
import type { BelongsTo, LoadedType } from "./record-type.js";

/** Record type with one record per bundle line. List entries are rendered from its records. */
type Published<
  Kind extends string,
  Name extends string,
  S extends LineShape,
  R extends PublishedRecord,
  Stores,
  Reads = unknown,
> = {
  readonly kind: Kind;
  /** Name of the store that contains the records. */
  readonly store: Name;
  readonly shape: S;
  readonly fromLine: (line: Shaped<S>) => R;
  readonly publication: Publication<R, Stores>;
  readonly countedAs: CountedRecords;
  readonly outdatesOthers?: OutdatesOthers<R>;
  /** Numbers that order the steps of a bundle load. Databases store these numbers. */
  readonly steps: { readonly store: number; readonly remove: number };
  readonly reading: StoringStep<never, never>["reading"];
  readonly contacts?: readonly string[];
  readonly belongsTo?: BelongsTo<Stores>;
  /** Returns the data that identifies the person that a record is about. */
  readonly factsOf?: (record: R) => Facts;
  /** Finds a person's records that do not contain the person's identifying data. */
  readonly ofPerson?: OfPerson<Reads, Stores>;
  readonly check?: () => LineCheck<unknown>;
};

type PublishedReads<Name extends string, R extends PublishedRecord> = {
  readonly [N in Name]: Pick<RecordStore<R>, "page">;
};

/** Declares a record type that stores and publishes one record per bundle line. */
export function publishedType<
  Kind extends string,
  Name extends string,
  S extends LineShape,
  R extends PublishedRecord,
  Stores extends FeedStores,
  Reads = unknown,
>(
  published: Published<Kind, Name, S, R, Stores, Reads>,
): LoadedType<PublishedReads<Name, R> & Reads, Stores, unknown, Kind> {
  const { kind, store, shape, publication, countedAs, outdatesOthers, belongsTo, factsOf } = published;
  const page = (stores: PublishedReads<Name, R>, account: AccountId, next: RecordPage) =>
    stores[store].page(account, next);
  const ofPerson = factsOf
    ? foundByRows(rowsOf(page, factsOf), (ids, work: UnitOfWork<Stores>) => removeRecords(publication, ids, work))
    : published.ofPerson;
  return {
    kind,
    lines: linesOf(published),
    lists: publishedLists(countedAs, publication, outdatesOthers),
    mentions: recordMentions<PublishedReads<Name, R>>({
      kind,
      mentions: mentionedIn(shape),
      page,
    }),
    ...(belongsTo && { belongsTo }),
    ...(ofPerson && { ofPerson }),
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
}: Published<string, string, S, R, Stores, never>): LineRules<unknown, Stores, unknown> {
  return {
    shape,
    keys: ["id"],
    ...(contacts && { contacts }),
    ...(check && { check }),
    storing: {
      ...{ step: steps.store, reading },
      begin: () => ({
        store: async (lines, work) => resultOf(await record(publication, recordsFrom(shape, fromLine, lines), work)),
      }),
    },
    removing: {
      step: steps.remove,
      remove: async (keys, work) => resultOf(await removeRecords(publication, idsIn<R["id"]>(keys), work)),
    },
  };
}

function resultOf(records: readonly PublishedRecord[]) {
  const ids = records.map(({ id }) => id);
  return { count: ids.length, ids };
}
