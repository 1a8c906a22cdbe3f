import type { Catalog } from "../catalog/catalog.js";
import type { Problem } from "../kernel/domain-error.js";
import type { AccountId } from "../kernel/ids.js";
import type { LineProblem, LineShape, Shaped } from "../kernel/line-shape.js";
import type { Reads as StorageReads, Transactions } from "../kernel/storage.js";
import type { Clock, Instant } from "../kernel/times.js";
import type { UnitOfWork } from "../unit-of-work/unit-of-work.js";
import type { OfPerson } from "./personal-data.js";
import type { RecordLists } from "./record-lists.js";

/**
 * Declares a record type.
 * Code that loads, deletes, publishes or erases records loops over the declarations of all record types.
 *
 * `Reads` are the stores that are read outside transactions. `Stores` are the stores that transactions use.
 * `Host` contains all other ports.
 */
export type RecordType<in Reads, in Stores, in Host, out Kind extends string = string> = {
  /** Name of the type in bundles, reports and error messages. */
  readonly kind: Kind;
  /** Rules for bundle lines. Omitted if bundles cannot contain records of the type. */
  readonly lines?: LineRules<Reads, Stores, Host>;
  /** Lists in which the records are published. Omitted if they are in no list. */
  readonly lists?: RecordLists<Stores>;
  /** Returns the given ids that exist. Required if bundle lines of other types refer to these records by id. */
  readonly among?: (stores: Reads, account: AccountId, ids: readonly number[]) => Promise<readonly number[]>;
  /** Finds stored records that refer to a record to be deleted. Ignores records that are also in the bundle. */
  readonly mentions?: (looking: Looking<Reads>) => AsyncIterable<Mention>;
  /** Relation to another record type, if each record of this type belongs to a record of that type. */
  readonly belongsTo?: BelongsTo<Stores>;
  /** Finds and erases the records of a person. Omitted if the records are not about people. */
  readonly ofPerson?: OfPerson<Reads, Stores>;
  /** Deletes expired data. Runs every night. */
  readonly expire?: (stores: Stores, account: AccountId, now: Instant) => Promise<void>;
  /** Completes or undoes work of crashed processes. Runs every night. */
  readonly tidy?: (ports: NightPorts<Reads, Stores> & Host, account: AccountId) => Promise<void>;
  /**
   * Yields the rows of files that were uploaded before a time, in batches. Each batch is deleted in one transaction.
   */
  readonly uploadedBefore?: (read: ReadAccount<Reads>, before: Instant) => AsyncIterable<RowBatch<Stores>>;
  /** Throws if a record of this type currently prevents changes to the records that `kind` and `ids` identify. */
  readonly protect?: (kind: string, ids: readonly number[], work: UnitOfWork<Stores>) => Promise<void>;
};

type NightPorts<out Reads, out Stores> = {
  readonly storage: Transactions<Stores> & StorageReads<Reads>;
  readonly clock: Clock;
};

/** Batch of rows from an uploaded file, with a function that deletes them. */
type RowBatch<in Stores> = {
  readonly count: number;
  readonly remove: (work: Pick<UnitOfWork<Stores>, "stores" | "account">) => Promise<void>;
};

export type LoadedType<Reads, Stores, Host, Kind extends string = string> = RecordType<Reads, Stores, Host, Kind> & {
  readonly lines: LineRules<Reads, Stores, Host>;
};

/** Relation of records to their owners, which are records of another type. */
export type BelongsTo<in Stores> = {
  /** Record type that owns these records. */
  readonly kind: string;
  /** Renders the records of changed owners again. */
  readonly renderOf: (owners: readonly number[], work: UnitOfWork<Stores>) => Promise<void>;
  /** Unlinks the records of deleted owners. Otherwise, a new owner with a reused id would own them. */
  readonly release: (owners: readonly number[], work: UnitOfWork<Stores>) => Promise<void>;
};

/** Reference to a record that a bundle deletes. `by` describes the record that contains the reference. */
export type Mention = { readonly kind: string; readonly id: number; readonly by: string };

/** State of the search for references to records that a bundle deletes. */
export type Looking<out Reads> = {
  /** Returns the ids of deleted records of one kind for which no reference is known yet. */
  readonly left: (kind: string) => ReadonlySet<number>;
  readonly lineOf: LineOf;
  readonly read: ReadAccount<Reads>;
};

/** All stores that the given record types read outside transactions. */
export type ReadsOf<Types> = [Types] extends [RecordType<infer Reads, never, never>] ? Reads : never;

/** All stores that the given record types use in transactions. */
export type StoresOf<Types> = [Types] extends [RecordType<never, infer Stores, never>] ? Stores : never;

/** All other ports that the given record types need. */
export type HostOf<Types> = [Types] extends [RecordType<never, never, infer Host>] ? Host : never;

/** Values of a checked bundle line, by key. */
export type LineValues = Readonly<Record<string, unknown>>;

/** Bundle line with valid keys. A line that deletes a record has only the keys that identify the record. */
export type InputLine = {
  readonly line: number;
  readonly kind: string;
  readonly values: LineValues;
  readonly isDeletion?: true;
};

/** Reports a problem with a bundle. */
export type Report = (problem: Problem) => void;

/** Returns the number of the bundle line that stores or deletes a record, or `undefined` if there is none. */
export type LineOf = (kind: string, id: number | string) => number | undefined;

export type ReadAccount<out Reads> = <T>(work: (stores: Reads, account: AccountId) => Promise<T>) => Promise<T>;

/** Result of storing or deleting records. */
export type StoreResult = {
  /** Number of new, changed or deleted records. */
  readonly count: number;
  /** Ids of the new, changed or deleted records. Required if records of other types belong to these records. */
  readonly ids?: readonly number[];
  /** JSON values that the last step of the load needs for records of this type. */
  readonly later?: readonly unknown[];
};

/** Step of a bundle load that runs after other records are stored. Databases store the number `step`. */
export type LaterStep<in Stores> = {
  readonly step: number;
  readonly run: (values: readonly never[], work: UnitOfWork<Stores>) => Promise<void>;
};

/** Stores a record type's lines during one bundle load. */
export type Storing<in Stores> = {
  /** Called once with all lines, before any line is stored. */
  readonly note?: (lines: readonly LineValues[], work: Pick<UnitOfWork<unknown>, "matching">) => void;
  readonly store: (lines: readonly LineValues[], work: UnitOfWork<Stores>) => Promise<StoreResult>;
};

/** Step of a bundle load that stores the lines of a record type. */
export type StoringStep<in Stores, in Host> = {
  /** Number that orders the steps of a load. Databases store it, so a released number must keep its meaning. */
  readonly step: number;
  /** Reading pass in which the lines are stored. Records that other lines refer to are stored in the first pass. */
  readonly reading: "first" | "second";
  readonly begin: (host: Host) => Storing<Stores>;
  /** Step that runs after the first pass over the bundle. */
  readonly later?: LaterStep<Stores>;
};

/** Step of a bundle load that deletes records of one type. */
type RemovingStep<in Stores, in Host> = {
  /** Step number of the deletions, if they must run before any record is stored. By default, they run at the end. */
  readonly step?: number;
  readonly remove: (keys: readonly LineValues[], work: UnitOfWork<Stores>, host: Host) => Promise<StoreResult>;
  /** Step that runs after all records are stored. */
  readonly later?: LaterStep<Stores>;
};

/** Check that compares a record type's bundle lines with each other. */
export type LineCheck<in Reads> = {
  /** Remembers a bundle line that has passed its own checks. */
  readonly note?: (line: InputLine, report: Report) => void;
  /** Compares the remembered lines with the account's records. */
  readonly finish?: (read: ReadAccount<Reads>, lineOf: LineOf, report: Report) => Promise<void>;
  /** Compares each line with the catalog that the load will produce. Requires another pass over the bundle. */
  readonly compare?: (catalog: Catalog) => (line: InputLine) => readonly LineProblem[];
};

/** Rules for the bundle lines of a record type. */
export type LineRules<in Reads, in Stores, in Host> = {
  readonly shape: LineShape;
  /** Keys that identify a record. Not needed, and therefore empty, if an account has only one record of the type. */
  readonly keys: readonly string[];
  /** True if several bundle lines may contain the same record. */
  readonly mayRepeat?: boolean;
  /** Relative cost of a line when a large bundle is divided into parts. An ordinary line costs 1, the default. */
  readonly weight?: number;
  /** Names of the fields that contain a person's phone numbers or email addresses. Omitted if no field does. */
  readonly contacts?: readonly string[];
  readonly storing: StoringStep<Stores, Host>;
  readonly removing: RemovingStep<Stores, Host>;
  readonly check?: () => LineCheck<Reads>;
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
 * Creates a step that stores each bundle line as a record.
 * The function `record` stores records and returns the new and changed records.
 */
export const storingStep = <S extends LineShape, R, Stores, Host = unknown>({
  step,
  reading,
  shape,
  fromLine,
  record,
}: Pick<StoringStep<Stores, Host>, "step" | "reading"> & {
  readonly shape: S;
  readonly fromLine: (line: Shaped<S>) => R;
  readonly record: (records: readonly R[], work: UnitOfWork<Stores>, host: Host) => Promise<readonly unknown[]>;
}): StoringStep<Stores, Host> => ({
  step,
  reading,
  begin: (host) => ({
    store: async (lines, work) => countOnly(await record(recordsFrom(shape, fromLine, lines), work, host)),
  }),
});

/** Kinds of records whose ids the service assigns in ascending order. */
export type NumberedKind = "appointments" | "calls" | "importAttempts" | "invites" | "patientFiles" | "submissions";

/** Reads the record ids of an account. */
export interface IdReader {
  /**
   * Returns the highest record id of a kind in the account, or 0 if there are no records.
   * For `calls`, includes ids that are reserved for calls from a call tracker.
   */
  greatest(account: AccountId, kind: NumberedKind): Promise<number>;
}
