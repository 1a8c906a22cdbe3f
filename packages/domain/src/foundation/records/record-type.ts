import type { Catalog } from "../catalog/catalog.js";
import { noneRenamed, type Renamed } from "../catalog/names.js";
import type { FeedList } from "../feed/feed.js";
import { type Publication, type PublishedRecord, record, type RecordPage, removeRecords } from "../feed/publication.js";
import type { Problem } from "../kernel/domain-error.js";
import type { AccountId } from "../kernel/ids.js";
import type { JsonObject } from "../kernel/json.js";
import type { LineProblem, LineShape, Shaped } from "../kernel/line-shape.js";
import { type IdPage, pagesOf, type Ports, type ReadStores, type Stores } from "../kernel/storage.js";
import type { Instant } from "../kernel/times.js";
import type { UnitOfWork } from "../unit-of-work/unit-of-work.js";
import { type Facts, foundByRows, type OfPerson, type PersonalRow } from "./personal-data.js";
import type { RecordLists } from "./record-lists.js";

/**
 * Declares a record type.
 * Code that loads, deletes, publishes or erases records loops over the declarations of all record types.
 */
export type RecordType<out Kind extends string = string> = {
  /** Name of the type in bundles, reports and error messages. */
  readonly kind: Kind;
  /** Rules for bundle lines. Omitted if bundles cannot contain records of the type. */
  readonly lines?: LineRules;
  /** Lists in which the records are published. Omitted if they are in no list. */
  readonly lists?: RecordLists;
  /** Returns the given ids that exist. Required if bundle lines of other types refer to these records by id. */
  readonly among?: (stores: ReadStores, account: AccountId, ids: readonly number[]) => Promise<readonly number[]>;
  /** Finds stored records that refer to a record to be deleted. Ignores records that are also in the bundle. */
  readonly mentions?: (looking: Looking) => AsyncIterable<Mention>;
  /** Relation to another record type, if each record of this type belongs to a record of that type. */
  readonly belongsTo?: BelongsTo;
  /** Finds and erases the records of a person. Omitted if the records are not about people. */
  readonly ofPerson?: OfPerson;
  /** Deletes expired data. Runs every night. */
  readonly expire?: (stores: Stores, account: AccountId, now: Instant) => Promise<void>;
  /** Completes or undoes work of crashed processes. Runs every night. */
  readonly tidy?: (ports: Ports, account: AccountId) => Promise<void>;
  /**
   * Yields the rows of files that were uploaded before a time, in batches. Each batch is deleted in one transaction.
   */
  readonly uploadedBefore?: (read: ReadAccount, before: Instant) => AsyncIterable<RowBatch>;
  /** Throws if a record of this type currently prevents changes to the records that `kind` and `ids` identify. */
  readonly protect?: (kind: string, ids: readonly number[], work: UnitOfWork) => Promise<void>;
};

/** Batch of rows from an uploaded file, with a function that deletes them. */
type RowBatch = {
  readonly count: number;
  readonly remove: (work: Pick<UnitOfWork, "stores" | "account">) => Promise<void>;
};

/** Declares a record type that has bundle lines. */
export type LoadedType<Kind extends string = string> = RecordType<Kind> & { readonly lines: LineRules };

/** Relation of records to their owners, which are records of another type. */
export type BelongsTo = {
  /** Record type that owns these records. */
  readonly kind: string;
  /** Renders the records of changed owners again. */
  readonly renderOf: (owners: readonly number[], work: UnitOfWork) => Promise<void>;
  /** Unlinks the records of deleted owners. Otherwise, a new owner with a reused id would own them. */
  readonly release: (owners: readonly number[], work: UnitOfWork) => Promise<void>;
};

/** Reference to a record that a bundle deletes. `by` describes the record that contains the reference. */
export type Mention = { readonly kind: string; readonly id: number; readonly by: string };

/** State of the search for references to records that a bundle deletes. */
export type Looking = {
  /** Returns the ids of deleted records of one kind for which no reference is known yet. */
  readonly left: (kind: string) => ReadonlySet<number>;
  readonly lineOf: LineOf;
  readonly read: ReadAccount;
};

/** Values of a checked bundle line, by key. */
export type LineValues = Readonly<Record<string, unknown>>;

/** Bundle line with valid keys. A line that deletes a record has only the keys that identify the record. */
export type InputLine = {
  readonly line: number;
  readonly kind: string;
  readonly values: LineValues;
  readonly isDeletion?: boolean;
};

/** Reports a problem with a bundle. */
export type Report = (problem: Problem) => void;

/** Returns the number of the bundle line that stores or deletes a record, or `undefined` if there is none. */
export type LineOf = (kind: string, id: number | string) => number | undefined;

/** Reads from an account. */
export type ReadAccount<Used = ReadStores> = <T>(work: (stores: Used, account: AccountId) => Promise<T>) => Promise<T>;

/** Result of storing or deleting records. */
export type StoreResult = {
  /** Number of new, changed or deleted records. */
  readonly count: number;
  /** Ids of the new, changed or deleted records. Required if records of other types belong to these records. */
  readonly ids?: readonly number[];
  /** JSON values for `afterStoring` or `afterRemoving` of the record type. */
  readonly later?: readonly unknown[];
};

/** Stores a record type's lines during one bundle load. */
export type Storing = {
  /** Called once with all lines, before any line is stored. */
  readonly note?: (lines: readonly LineValues[], work: Pick<UnitOfWork<unknown>, "matching">) => void;
  readonly store: (lines: readonly LineValues[], work: UnitOfWork) => Promise<StoreResult>;
};

/** Step of a bundle load that receives the `later` values of an earlier step. */
type LaterStep = (values: readonly never[], work: UnitOfWork) => Promise<void>;

/** Check that compares a record type's bundle lines with each other. */
export type LineCheck = {
  /** Remembers a bundle line that has passed its own checks. */
  readonly note?: (line: InputLine, report: Report) => void;
  /** Compares the remembered lines with the account's records. */
  readonly finish?: (read: ReadAccount, lineOf: LineOf, report: Report) => Promise<void>;
  /** Compares each line with the catalog that the load will produce. Requires another pass over the bundle. */
  readonly compare?: (catalog: Catalog) => (line: InputLine) => readonly LineProblem[];
};

/** Rules for the bundle lines of a record type. `loadSteps` lists when a load calls the functions. */
export type LineRules = {
  readonly shape: LineShape;
  /** Keys that identify a record. Not needed, and therefore empty, if an account has only one record of the type. */
  readonly keys: readonly string[];
  /** True if several bundle lines may contain the same record. */
  readonly mayRepeat?: boolean;
  /** Relative cost of a line when a large bundle is divided into parts. An ordinary line costs 1, the default. */
  readonly weight?: number;
  /** Names of the fields that contain a person's phone numbers or email addresses. Omitted if no field does. */
  readonly contacts?: readonly string[];
  /** Starts storing the lines of one load. */
  readonly storing: (ports: Ports) => Storing;
  readonly afterStoring?: LaterStep;
  /** Deletes the records with these keys. */
  readonly removing: (keys: readonly LineValues[], work: UnitOfWork, ports: Ports) => Promise<StoreResult>;
  readonly afterRemoving?: LaterStep;
  /** Reads the stored records page by page. Omitted if a bundle cannot declare that it contains all records. */
  readonly pages?: PageOf;
  /** Reads the stored records as lines, in batches. A record that bundles cannot contain is `undefined`. */
  readonly stored: StoredLines;
  readonly check?: () => LineCheck;
};

type StoredLines = (stores: ReadStores, account: AccountId) => AsyncIterable<readonly (JsonObject | undefined)[]>;

/** Reads records page by page, and converts them to lines. */
export const storedLines = <R extends { readonly id: number }>(
  page: (stores: ReadStores, account: AccountId, page: IdPage) => Promise<readonly R[]>,
  toLine: (record: R) => JsonObject | undefined,
): StoredLines =>
  async function* (stores, account) {
    for await (const records of pagesOf(pageSize, (next) => page(stores, account, next))) yield records.map(toLine);
  };

/** Converts checked bundle lines to records. The lines must have been checked with `shape`. */
export const recordsFrom = <S extends LineShape, R>(
  _shape: S,
  fromLine: (line: Shaped<S>) => R,
  lines: readonly LineValues[],
): readonly R[] => (lines as readonly Shaped<S>[]).map((line) => fromLine(line));

export const idsIn = <Id extends number>(lines: readonly LineValues[]): readonly Id[] =>
  lines.map(({ id }) => id as Id);

/** Creates a result that contains only the number of records. */
export const countOnly = ({ length }: readonly unknown[]): StoreResult => ({ count: length });

/**
 * Stores each bundle line as a record.
 * The function `record` stores records and returns the new and changed records.
 */
export const storingRecords =
  <S extends LineShape, R>(
    shape: S,
    fromLine: (line: Shaped<S>) => R,
    record: (records: readonly R[], work: UnitOfWork, ports: Ports) => Promise<readonly unknown[]>,
  ): LineRules["storing"] =>
  (ports) => ({
    store: async (lines, work) => countOnly(await record(recordsFrom(shape, fromLine, lines), work, ports)),
  });

/** Kinds of records whose ids the service assigns in ascending order. */
export type NumberedKind =
  | "appointments"
  | "calls"
  | "importAttempts"
  | "invites"
  | "patientFiles"
  | "submissions"
  | "trackerEvents"
  | "uploads";

/** Reads the record ids of an account. */
export interface IdReader {
  /**
   * Returns the highest record id of a kind in the account, or 0 if there are no records.
   * For `calls`, includes ids that are reserved for calls from a call tracker.
   */
  greatest(account: AccountId, kind: NumberedKind): Promise<number>;
}

/** Rules for bundle lines that each contain one published record. */
export const publishedLines = <S extends LineShape, R extends PublishedRecord>(
  shape: S,
  fromLine: (line: Shaped<S>) => R,
  publication: Publication<R>,
): Omit<LineRules, "stored"> => ({
  shape,
  keys: ["id"],
  storing: () => ({
    store: async (lines, work) => resultOf(await record(publication, recordsFrom(shape, fromLine, lines), work)),
  }),
  removing: async (keys, work) => resultOf(await removeRecords(publication, idsIn<R["id"]>(keys), work)),
});

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

type PageOf = (stores: ReadStores, account: AccountId, page: RecordPage) => Promise<readonly { id: number }[]>;

/** Record type that refers to catalog records. */
type Mentioning = {
  readonly kind: string;
  readonly mentions: readonly Mentioned[];
  readonly page: PageOf;
};

const pageSize = 1_000;

/**
 * Finds stored records that refer to a record to be deleted. Ignores records that are also in the bundle.
 *
 * Stops when it has found one reference to each record to be deleted.
 */
export function recordMentions(mentioning: Mentioning) {
  return async function* (looking: Looking): AsyncGenerator<Mention> {
    const { kind: by } = mentioning;
    for await (const records of mentioningPages(mentioning, looking)) {
      for (const record of records) {
        if (looking.lineOf(by, record.id) === undefined) yield* mentionsOf(record, mentioning, looking);
      }
    }
  };
}

/** Returns the kinds of catalog records that a bundle line can refer to. */
export function mentionedIn(shape: LineShape): readonly Mentioned[] {
  const referred = new Set(Object.values(shape).map(({ refersTo }) => refersTo));
  return (Object.keys(mentionMembers) as Mentioned[]).filter((kind) => referred.has(kind));
}

function* mentionsOf(
  record: { id: number },
  { kind: by, mentions }: Mentioning,
  { left }: Looking,
): Generator<Mention> {
  const values: Readonly<Record<string, unknown>> = { ...record };
  for (const kind of mentions) {
    const id = values[mentionMembers[kind][1]] as number;
    if (left(kind).has(id)) yield { kind, id, by: `${by} ${record.id}` };
  }
}

async function* mentioningPages({ mentions, page }: Mentioning, { left, read }: Looking) {
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

/** Uploaded file. Its rows expire some time after `uploadedAt`, which is set when all rows are stored. */
export type UploadedFile<Id> = { readonly id: Id; readonly uploadedAt?: Instant };

type FileRows<Id, Row> = {
  /** Yields all files of an account, read page by page with `read`. */
  readonly files: (read: ReadAccount) => AsyncIterable<UploadedFile<Id>>;
  readonly page: (stores: ReadStores, account: AccountId, file: Id, page: RecordPage) => Promise<readonly Row[]>;
  readonly listOf: (row: Row) => FeedList;
  readonly factsOf: (row: Row) => Facts;
  readonly remove: (stores: Stores, account: AccountId, file: Id, ids: readonly number[]) => Promise<void>;
};

type RowKey<Id> = { readonly file: Id; readonly id: number; readonly list: FeedList };

/** Page size when searching for people. Pages are small because rows are JSON and may be large. */
const smallPage = 100;
/** Maximum number of rows deleted per transaction. Transactions are short so that other writers wait only briefly. */
const maxRemoved = 1_000;

/** Declares how rows of uploaded files are found, erased and deleted. */
export function fileRows<Id, Row extends { readonly id: number }>({
  files,
  page,
  listOf,
  factsOf,
  remove,
}: FileRows<Id, Row>): Required<Pick<RecordType, "ofPerson" | "uploadedBefore">> {
  const keyOf = (file: Id, row: Row): RowKey<Id> => ({ file, id: row.id, list: listOf(row) });

  async function* people(stores: ReadStores, account: AccountId): AsyncGenerator<readonly PersonalRow<RowKey<Id>>[]> {
    for await (const { id: file } of files((work) => work(stores, account))) {
      for await (const rows of pagesOf(smallPage, (next) => page(stores, account, file, next))) {
        yield rows.map((row) => ({ key: keyOf(file, row), facts: factsOf(row), record: row }));
      }
    }
  }

  async function removeRows(
    keys: readonly RowKey<Id>[],
    { stores, account }: Pick<UnitOfWork, "stores" | "account">,
  ): Promise<void> {
    for (const file of new Set(keys.map((key) => key.file))) {
      const ofFile = keys.filter((key) => key.file === file);
      await remove(stores, account, file, idsOf(ofFile));
    }
    for (const list of new Set(keys.map((key) => key.list))) {
      const ofList = keys.filter((key) => key.list === list);
      await stores.feed.remove(
        account,
        list,
        idsOf(ofList).map((id) => ({ kind: 0, id })),
      );
    }
  }

  return {
    ofPerson: foundByRows(people, removeRows),
    async *uploadedBefore(read, before) {
      for await (const { id: file, uploadedAt = before } of files(read)) {
        if (uploadedAt >= before) continue;
        const pages = pagesOf(maxRemoved, (next) => read((stores, account) => page(stores, account, file, next)));
        for await (const rows of pages) {
          const keys = rows.map((row) => keyOf(file, row));
          if (keys.length > 0) yield { count: keys.length, remove: (work) => removeRows(keys, work) };
        }
      }
    },
  };
}

const idsOf = (keys: readonly RowKey<unknown>[]): readonly number[] => keys.map(({ id }) => id);
