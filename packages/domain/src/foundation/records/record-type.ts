import type { AccountId } from "../kernel/ids.js";
import type { UnitOfWork } from "../unit-of-work/unit-of-work.js";
import type { LineOf, LineRules, ReadAccount } from "./line-rules.js";

/**
 * Declares a type of record. Loading and deleting loop over all declarations.
 * `Reads` has the stores for reading without a transaction. `Stores` has the stores that a transaction needs. `Host` has
 * all other ports.
 */
export type RecordType<in Reads, in Stores, in Host, out Kind extends string = string> = {
  /** Name of the type in bundles, reports and error messages. */
  readonly kind: Kind;
  /** Bundle lines. Absent if bundles contain no records of the type. */
  readonly lines?: LineRules<Reads, Stores, Host>;
  /** Returns which of these ids exist. Required if lines of other types name records by id. */
  readonly among?: (stores: Reads, account: AccountId, ids: readonly number[]) => Promise<readonly number[]>;
  /** Finds stored records that mention objects to be deleted and are not in the bundle. */
  readonly mentions?: (looking: Looking<Reads>) => AsyncIterable<Mention>;
  /** Records that belong to a record of another type. */
  readonly belongsTo?: BelongsTo<Stores>;
  /** Throws if records of a type must not be changed now. */
  readonly protect?: (kind: string, ids: readonly number[], work: UnitOfWork<Stores>) => Promise<void>;
};

/** A record type with bundle lines. */
export type LoadedType<Reads, Stores, Host, Kind extends string = string> = RecordType<Reads, Stores, Host, Kind> & {
  readonly lines: LineRules<Reads, Stores, Host>;
};

/** Relation to records of another type. */
export type BelongsTo<in Stores> = {
  /** Type of the owners. */
  readonly kind: string;
  /** Renders the records of changed owners again. */
  readonly renderOf: (owners: readonly number[], work: UnitOfWork<Stores>) => Promise<void>;
  /** Unlinks the records of deleted owners, so that a later owner with the same id does not match them. */
  readonly release: (owners: readonly number[], work: UnitOfWork<Stores>) => Promise<void>;
};

/** An object to be deleted, and the record that mentions it. */
export type Mention = { readonly kind: string; readonly id: number; readonly by: string };

/** Search for mentions of objects to be deleted. */
export type Looking<out Reads> = {
  /** Returns the ids to be deleted for which no mention has been found. */
  readonly left: (kind: string) => ReadonlySet<number>;
  readonly lineOf: LineOf;
  readonly read: ReadAccount<Reads>;
};

/** Data that identifies the person of a record. */
export type Facts = { readonly patientId: string | null; readonly contacts: readonly string[] };

/** Identifiers of a person: patient ids as stored, and normalized phone numbers and email addresses. */
export type Identity = {
  readonly patientIds: ReadonlySet<string>;
  readonly contacts: ReadonlySet<string>;
};

/** All stores that a union of record types reads. */
export type ReadsOf<Types> = [Types] extends [RecordType<infer Reads, never, never>] ? Reads : never;

/** All stores of a unit of work that a union of record types needs. */
export type StoresOf<Types> = [Types] extends [RecordType<never, infer Stores, never>] ? Stores : never;

/** All other ports that a union of record types needs. */
export type HostOf<Types> = [Types] extends [RecordType<never, never, infer Host>] ? Host : never;
