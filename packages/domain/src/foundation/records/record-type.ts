import type { AccountId } from "../kernel/ids.js";
import type { Clock, Instant } from "../kernel/instant.js";
import type { Reads as StorageReads, Transactions } from "../kernel/storage.js";
import type { UnitOfWork } from "../unit-of-work/unit-of-work.js";
import type { LineOf, LineRules, ReadAccount } from "./line-rules.js";
import type { OfPerson } from "./of-person.js";
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
