import type { PublishedRecord, RecordPage } from "../feed/publication.js";
import { contactOf, mayBeContact } from "../kernel/contact-details.js";
import { conflict } from "../kernel/domain-error.js";
import type { Secrets } from "../kernel/encodings.js";
import type { AccountId } from "../kernel/ids.js";
import { pagesOf, type ReadStores } from "../kernel/storage.js";
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
  /** Receives each record of the person that is found. */
  readonly note?: (facts: Facts, record: unknown) => void;
  /** Returns true if a record is about the person although it has none of the identifiers. */
  readonly isNamed?: (record: unknown) => boolean;
};

/** Identifying data of a record. If the record with the key `owner` is erased, this record is erased too. */
export type PersonalRow<Key = unknown> = {
  readonly key: Key;
  readonly facts: Facts;
  readonly owner?: unknown;
  readonly record: unknown;
};

/** Reads the identifying data of an account's records, page by page. */
type PersonalRows<out Key = unknown> = (
  stores: ReadStores,
  account: AccountId,
) => AsyncIterable<readonly PersonalRow<Key>[]>;

/** A person's records of one type. `keys` is omitted if no other record type needs the keys. */
export type FoundRecords = {
  readonly count: number;
  readonly keys?: ReadonlySet<unknown>;
  readonly erase: (work: UnitOfWork) => Promise<void>;
};

/** Finds and erases the records of a person. */
export type OfPerson = {
  /** Reads the identifying data of all records. Omitted if the records have none. */
  readonly rows?: PersonalRows;
  /** Finds the records of a person. Calls `onRows` with the number of records in each page. */
  readonly find: (
    stores: ReadStores,
    account: AccountId,
    person: KnownPerson,
    onRows: (rows: number) => void,
  ) => Promise<FoundRecords>;
};

type Remove<in Key> = (keys: readonly Key[], work: UnitOfWork) => Promise<unknown>;

const pageSize = 1_000;

/** Finds the records of a person, and records whose owner is being erased. `ownerKind` is the owners' record type. */
export const foundByRows = <Key>(rows: PersonalRows<Key>, remove: Remove<Key>, ownerKind?: string): OfPerson => ({
  rows,
  async find(stores, account, person, onRows) {
    const owners = ownerKind === undefined ? new Set() : person.found(ownerKind);
    const keys = new Set<Key>();
    for await (const some of rows(stores, account)) {
      for (const { key, facts, owner, record } of some) {
        if (keys.has(key) || !(owners.has(owner) || isOf(person, facts) || person.isNamed?.(record))) continue;
        keys.add(key);
        person.note?.(facts, record);
      }
      onRows(some.length);
    }
    return foundRecords(keys, remove);
  },
});

/** Creates an object that erases the records with these keys, in batches of up to 1,000. */
export const foundRecords = <Key>(keys: ReadonlySet<Key>, remove: Remove<Key>): FoundRecords => ({
  count: keys.size,
  keys,
  async erase(work) {
    const all = [...keys];
    for (let start = 0; start < all.length; start += pageSize) await remove(all.slice(start, start + pageSize), work);
  },
});

/**
 * Finds a person's records in stored parts that have several records each. `partsAbout` yields the parts as they are
 * without the records of the person, with the number of removed records. An erasure stores the changed parts.
 */
export const foundInParts = <Part extends { readonly removed: number }>(
  partsAbout: (stores: ReadStores, account: AccountId, person: KnownPerson) => AsyncIterable<Part>,
  store: (part: Part, work: UnitOfWork) => Promise<void>,
): OfPerson => ({
  async find(stores, account, person) {
    let count = 0;
    for await (const { removed } of partsAbout(stores, account, person)) count += removed;
    return {
      count,
      async erase(work) {
        for await (const part of partsAbout(work.stores, account, person)) {
          if (part.removed > 0) await store(part, work);
        }
      },
    };
  },
});

/** Reads all records of a store with their identifying data. */
export const rowsOf = <R extends PublishedRecord>(
  page: (stores: ReadStores, account: AccountId, page: RecordPage) => Promise<readonly R[]>,
  factsOf: (record: R) => Facts,
): PersonalRows<R["id"]> =>
  async function* (stores, account) {
    for await (const some of pagesOf(pageSize, (next) => page(stores, account, next))) {
      yield some.map((one) => ({ key: one.id, facts: factsOf(one), record: one }));
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

/** Keyed hash of one of an erased person's identifiers. `person` is the hash that all hashes of the person share. */
export type ErasedIdentifier = { readonly hash: string; readonly person: string };

/** Store of an account's suppression list. Contains only keyed hashes. */
export interface ErasedPeopleStore {
  /** Returns all distinct hashes in ascending order. */
  all(account: AccountId): Promise<string[]>;
  /** Adds hashes. Hashes that are already listed do not change. */
  add(account: AccountId, identifiers: readonly ErasedIdentifier[]): Promise<void>;
  /** Removes all hashes of every person who has one of the given hashes. Returns the number of removed entries. */
  lift(account: AccountId, hashes: readonly string[]): Promise<number>;
}

/**
 * Identifiers of a person: patient ids as stored, normalized phone numbers and email addresses, and ids of the person's
 * reviews.
 */
type Identifiers = {
  readonly patientIds: Iterable<string>;
  readonly contacts: Iterable<string>;
  readonly reviews?: Iterable<unknown>;
};

/** Store of each account's secret key, as hexadecimal digits. */
type AccountKeys = {
  of(account: AccountId): Promise<string | undefined>;
  save(account: AccountId, key: string): Promise<void>;
};

export type SuppressionReads = {
  readonly cursorKeys: Pick<AccountKeys, "of">;
  readonly erasedPeople: Pick<ErasedPeopleStore, "all">;
};

export type SuppressionStores = { readonly cursorKeys: AccountKeys; readonly erasedPeople: ErasedPeopleStore };

type Hashing = Pick<Secrets, "hmacSha256">;

/** Snapshot of an account's suppression list. */
export type Suppression = {
  /** True if one of the identifiers belongs to an erased person. */
  has(identifiers: Identifiers): boolean;
  readonly isEmpty: boolean;
  /** Version of the suppression list. Equal lists have equal versions. */
  readonly version: string;
};

const keyBytes = 32;
/** Purpose of a key that is derived from the account's key. Other purposes result in different keys. */
const hashPurpose = "erased people";

/**
 * Reads the suppression list of an account.
 *
 * Throws `suppression_key_changed` if the hashes were made with another key.
 * The account's key could not recognize erased people in such a list.
 */
export async function readSuppression(
  stores: SuppressionReads,
  secrets: Hashing,
  account: AccountId,
): Promise<Suppression> {
  const hashes = await stores.erasedPeople.all(account);
  const version = hashes.join(" ");
  if (hashes.length === 0) return { has: () => false, isEmpty: true, version };
  const key = await stores.cursorKeys.of(account);
  const hash = key === undefined ? undefined : hasher(secrets, key);
  if (!hash || hashes.some((one) => !one.startsWith(hash.prefix))) throw keyChanged();
  const known = new Set(hashes);
  return { has: (identifiers) => hashesOf(identifiers, hash).some((one) => known.has(one)), isEmpty: false, version };
}

/** Throws `erased_meanwhile` if the suppression list has changed since it was read. */
export async function refuseChanged(
  { version }: Suppression,
  stores: SuppressionReads,
  secrets: Hashing,
  account: AccountId,
): Promise<void> {
  if ((await readSuppression(stores, secrets, account)).version === version) return;
  throw conflict("erased_meanwhile", "a person was erased while the file was read; repeat the command");
}

/** Adds a person to the suppression list. `requested` is the identifier in the erasure request. */
export async function suppress(
  stores: SuppressionStores,
  secrets: Hashing & Pick<Secrets, "randomBytes">,
  account: AccountId,
  requested: Identifiers,
  all: Identifiers,
): Promise<void> {
  const hash = hasher(secrets, await keyFor(stores, secrets, account));
  const [person = ""] = hashesOf(requested, hash);
  const identifiers: ErasedIdentifier[] = hashesOf(all, hash).map((one) => ({ hash: one, person }));
  await stores.erasedPeople.add(account, identifiers);
}

/** Removes a person from the suppression list. Returns the number of hashes removed. */
export async function lift(
  stores: SuppressionStores,
  secrets: Hashing,
  account: AccountId,
  requested: Identifiers,
): Promise<number> {
  const key = await stores.cursorKeys.of(account);
  return key === undefined ? 0 : stores.erasedPeople.lift(account, hashesOf(requested, hasher(secrets, key)));
}

type Texts = readonly (string | null | undefined)[];

/** Returns the patient ids in cells of a file. Skips empty cells. */
export const patientIdsIn = (texts: Texts): readonly string[] =>
  texts.flatMap((text) => (text?.trim() ? [text.trim()] : []));

/** Returns the normalized phone numbers and email addresses in cells of a file. */
export const contactsIn = (texts: Texts): readonly string[] =>
  texts.flatMap((text) => (text && mayBeContact(text) ? (contactOf(text) ?? []) : []));

async function keyFor(
  { cursorKeys }: Pick<SuppressionStores, "cursorKeys">,
  secrets: Pick<Secrets, "randomBytes">,
  account: AccountId,
): Promise<string> {
  const there = await cursorKeys.of(account);
  if (there !== undefined) return there;
  const key = hexOf(secrets.randomBytes(keyBytes));
  await cursorKeys.save(account, key);
  return key;
}

type Hash = { (text: string): string; readonly prefix: string };

/** Creates a hash function. Every hash starts with a prefix that identifies the key. */
function hasher(secrets: Hashing, accountKey: string): Hash {
  const key = secrets.hmacSha256(bytesOf(accountKey), hashPurpose);
  const digest = (text: string) => hexOf(secrets.hmacSha256(key, text));
  const prefix = `${digest("key").slice(0, 8)}.`;
  return Object.assign((text: string) => prefix + digest(text), { prefix });
}

const hashesOf = ({ patientIds, contacts, reviews = [] }: Identifiers, hash: Hash): readonly string[] => [
  ...[...patientIds].map((id) => hash(`patient ${id}`)),
  ...[...contacts].map((contact) => hash(`contact ${contact}`)),
  ...[...reviews].map((id) => hash(`review ${String(id)}`)),
];

const keyChanged = () =>
  conflict(
    "suppression_key_changed",
    "erased people cannot be recognized because the key of the account changed; restore its row in cursor_keys",
  );

const hexOf = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

const bytesOf = (hex: string): Uint8Array =>
  Uint8Array.from({ length: hex.length / 2 }, (_, place) => Number.parseInt(hex.slice(place * 2, place * 2 + 2), 16));
