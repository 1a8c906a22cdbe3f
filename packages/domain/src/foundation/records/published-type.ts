import { noneRenamed, type Renamed } from "../catalog/names.js";
import {
  type FeedStores,
  type Publication,
  type PublishedRecord,
  record,
  type RecordPage,
  type RecordStore,
  removeRecords,
} from "../feed/publication.js";
import type { AccountId } from "../kernel/ids.js";
import type { LineShape, Shaped } from "../kernel/line-shape.js";
import type { UnitOfWork } from "../unit-of-work/unit-of-work.js";
import { type Facts, foundByRows, type OfPerson, rowsOf } from "./personal-data.js";
import { type CountedRecords, type OutdatesOthers, publishedLists } from "./record-lists.js";
import {
  type BelongsTo,
  idsIn,
  type LineCheck,
  type LineRules,
  type LoadedType,
  type Looking,
  type Mention,
  recordsFrom,
  type StoringStep,
} from "./record-type.js";

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

/** By kind of catalog record: the member of `Renamed` with its ids, and the member with which records refer to it. */
const mentionMembers = {
  location: ["locationIds", "locationId"],
  provider: ["providerIds", "providerId"],
  platform: ["platformIds", "platformId"],
  message: ["messageIds", "messageId"],
  survey: ["surveyIds", "surveyId"],
  campaign: ["campaignIds", "campaignId"],
} as const satisfies Record<string, readonly [keyof Renamed, string]>;

type Mentioned = keyof typeof mentionMembers;

type PageOf<Reads> = (stores: Reads, account: AccountId, page: RecordPage) => Promise<readonly { id: number }[]>;

/** Record type that refers to catalog records. */
type Mentioning<Reads> = {
  readonly kind: string;
  readonly mentions: readonly Mentioned[];
  readonly page: PageOf<Reads>;
};

const pageSize = 1_000;

/**
 * Finds stored records that refer to a record to be deleted. Ignores records that are also in the bundle.
 *
 * Stops when it has found one reference to each record to be deleted.
 */
export function recordMentions<Reads>(mentioning: Mentioning<Reads>) {
  return async function* (looking: Looking<Reads>): AsyncGenerator<Mention> {
    const { kind: by } = mentioning;
    for await (const records of mentioningPages(mentioning, looking)) {
      for (const record of records) {
        if (looking.lineOf(by, record.id) === undefined) yield* mentionsOf(record, mentioning, looking);
      }
    }
  };
}

/** Returns the kinds of catalog records that a bundle line can refer to. */
function mentionedIn(shape: LineShape): readonly Mentioned[] {
  const referred = new Set(Object.values(shape).map(({ refersTo }) => refersTo));
  return (Object.keys(mentionMembers) as Mentioned[]).filter((kind) => referred.has(kind));
}

function* mentionsOf(
  record: { id: number },
  { kind: by, mentions }: Mentioning<never>,
  { left }: Looking<unknown>,
): Generator<Mention> {
  const values: Readonly<Record<string, unknown>> = { ...record };
  for (const kind of mentions) {
    const id = values[mentionMembers[kind][1]] as number;
    if (left(kind).has(id)) yield { kind, id, by: `${by} ${record.id}` };
  }
}

async function* mentioningPages<Reads>({ mentions, page }: Mentioning<Reads>, { left, read }: Looking<Reads>) {
  for (let after = 0; ;) {
    const requested = mentions.filter((kind) => left(kind).size > 0);
    if (requested.length === 0) return;
    const ids: Partial<Renamed> = Object.fromEntries(
      requested.map((kind) => [mentionMembers[kind][0], [...left(kind)]]),
    );
    const mentioning = { ...noneRenamed, ...ids };
    const records = await read((stores, account) => page(stores, account, { after, limit: pageSize, mentioning }));
    yield records;
    after = records.at(-1)?.id ?? after;
    if (records.length < pageSize) return;
  }
}
