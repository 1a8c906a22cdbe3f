import { conflict } from "../kernel/domain-error.js";
import type { AccountId } from "../kernel/ids.js";
import { contactOf, mayBeContact } from "../kernel/may-be-contact.js";
import type { Secrets } from "../kernel/secrets.js";
import type { ErasedIdentifier, ErasedPeopleStore } from "./erased-people-store.js";

/** Identifiers of a person: patient ids as stored, and normalized phone numbers and email addresses. */
export type Identifiers = { readonly patientIds: Iterable<string>; readonly contacts: Iterable<string> };

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
const purpose = "erased people";

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
  const hash = hasher(secrets, await keyOf(stores, secrets, account));
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

async function keyOf(
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
  const key = secrets.hmacSha256(bytesOf(accountKey), purpose);
  const digest = (text: string) => hexOf(secrets.hmacSha256(key, text));
  const prefix = `${digest("key").slice(0, 8)}.`;
  return Object.assign((text: string) => prefix + digest(text), { prefix });
}

const hashesOf = ({ patientIds, contacts }: Identifiers, hash: Hash): readonly string[] => [
  ...[...patientIds].map((id) => hash(`patient ${id}`)),
  ...[...contacts].map((contact) => hash(`contact ${contact}`)),
];

const keyChanged = () =>
  conflict(
    "suppression_key_changed",
    "erased people cannot be recognized because the key of the account changed; restore its row in cursor_keys",
  );

const hexOf = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

const bytesOf = (hex: string): Uint8Array =>
  Uint8Array.from({ length: hex.length / 2 }, (_, place) => Number.parseInt(hex.slice(place * 2, place * 2 + 2), 16));
