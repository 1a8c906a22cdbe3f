import type { PublishedRecord, RecordPage } from "../feed/record-store.js";
import type { AccountId } from "../kernel/ids.js";
import { pagesOf } from "../kernel/pages.js";
import type { UnitOfWork } from "../unit-of-work/unit-of-work.js";

/** Data that identifies the person that a record is about. */
export type Facts = { readonly patientId: string | null; readonly contacts: readonly string[] };

/** Identifiers of a person: patient ids as stored, and normalized phone numbers and email addresses. */
export type Identity = {
  readonly patientIds: ReadonlySet<string>;
  readonly contacts: ReadonlySet<string>;
};

/** Person to erase, with the person's records that were found so far. */
export type KnownPerson = Identity & {
  /** Returns the keys of the person's records of one type. Call it only after the search for records of this type. */
  readonly found: (kind: string) => ReadonlySet<unknown>;
};

/** Identifying data of a record. If the record with the key `owner` is erased, this record is erased too. */
export type PersonalRow<Key = unknown> = { readonly key: Key; readonly facts: Facts; readonly owner?: unknown };

/** Reads the identifying data of an account's records, page by page. */
type PersonalRows<in Reads, out Key = unknown> = (
  stores: Reads,
  account: AccountId,
) => AsyncIterable<readonly PersonalRow<Key>[]>;

/** A person's records of one type. `keys` is omitted if no other record type needs the keys. */
export type FoundRecords<in Stores> = {
  readonly count: number;
  readonly keys?: ReadonlySet<unknown>;
  readonly erase: (work: UnitOfWork<Stores>) => Promise<void>;
};

/** Finds and erases the records of a person. */
export type OfPerson<in Reads, in Stores> = {
  /** Reads the identifying data of all records. Omitted if the records have none. */
  readonly rows?: PersonalRows<Reads>;
  /** Finds the records of a person. Calls `onRows` with the number of records in each page. */
  readonly find: (
    stores: Reads,
    account: AccountId,
    person: KnownPerson,
    onRows: (rows: number) => void,
  ) => Promise<FoundRecords<Stores>>;
};

type Remove<in Key, in Stores> = (keys: readonly Key[], work: UnitOfWork<Stores>) => Promise<unknown>;

const pageSize = 1_000;

/** Finds the records of a person, and records whose owner is being erased. `ownerKind` is the owners' record type. */
export const foundByRows = <Reads, Stores, Key>(
  rows: PersonalRows<Reads, Key>,
  remove: Remove<Key, Stores>,
  ownerKind?: string,
): OfPerson<Reads, Stores> => ({
  rows,
  async find(stores, account, person, onRows) {
    const owners = ownerKind === undefined ? new Set() : person.found(ownerKind);
    const keys = new Set<Key>();
    for await (const some of rows(stores, account)) {
      for (const { key, facts, owner } of some) if (owners.has(owner) || isOf(person, facts)) keys.add(key);
      onRows(some.length);
    }
    return foundRecords(keys, remove);
  },
});

/** Creates an object that erases the records with these keys, in batches of up to 1,000. */
export const foundRecords = <Key, Stores>(
  keys: ReadonlySet<Key>,
  remove: Remove<Key, Stores>,
): FoundRecords<Stores> => ({
  count: keys.size,
  keys,
  async erase(work) {
    const all = [...keys];
    for (let start = 0; start < all.length; start += pageSize) await remove(all.slice(start, start + pageSize), work);
  },
});

/** Reads all records of a store with their identifying data. */
export const rowsOf = <Reads, R extends PublishedRecord>(
  page: (stores: Reads, account: AccountId, page: RecordPage) => Promise<readonly R[]>,
  factsOf: (record: R) => Facts,
): PersonalRows<Reads, R["id"]> =>
  async function* (stores, account) {
    for await (const some of pagesOf(pageSize, (next) => page(stores, account, next))) {
      yield some.map((one) => ({ key: one.id, facts: factsOf(one) }));
    }
  };

/** Returns true if a record is about a person. */
export const isOf = ({ patientIds, contacts }: Identity, facts: Facts): boolean =>
  (facts.patientId !== null && patientIds.has(facts.patientId)) || facts.contacts.some((one) => contacts.has(one));

/** Creates identifying data from a patient id and contacts, any of which may be null. */
export const factsFrom = (patientId: string | null, contacts: readonly (string | null)[]): Facts => ({
  patientId,
  contacts: contacts.filter((contact) => contact !== null),
});
