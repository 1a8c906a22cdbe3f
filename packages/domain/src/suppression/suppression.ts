import { parseEmail } from "../kernel/email.js";
import type { AccountId } from "../kernel/ids.js";
import { parsePhone } from "../kernel/phone.js";
import type { Secrets } from "../kernel/secrets.js";
import type { ErasedIdentifier, ErasedPeopleStore } from "./erased-people-store.js";

/** Identifiers of a person: patient IDs as they are, phone numbers and email addresses in the form the service compares. */
export type Identifiers = { readonly patientIds: Iterable<string>; readonly contacts: Iterable<string> };

/** The secret key of an account, as hexadecimal digits. */
type AccountKeys = {
  of(account: AccountId): Promise<string | undefined>;
  save(account: AccountId, key: string): Promise<void>;
};

/** What reading the suppression list takes. */
export type SuppressionReads = {
  readonly cursorKeys: Pick<AccountKeys, "of">;
  readonly erasedPeople: Pick<ErasedPeopleStore, "all">;
};

/** What changing the suppression list takes. */
export type SuppressionStores = { readonly cursorKeys: AccountKeys; readonly erasedPeople: ErasedPeopleStore };

type Hashing = Pick<Secrets, "hmacSha256">;

/** The suppression list at one moment. */
export type Suppression = {
  /** Tells whether one of the identifiers belongs to an erased person. */
  has(identifiers: Identifiers): boolean;
  /** Equal for equal lists. */
  readonly version: string;
};

const keyBytes = 32;
/** Separates this use of the account's key from its other uses. */
const purpose = "erased people";

/** Reads the suppression list of an account. */
export async function readSuppression(
  stores: SuppressionReads,
  secrets: Hashing,
  account: AccountId,
): Promise<Suppression> {
  const hashes = await stores.erasedPeople.all(account);
  const version = hashes.join(" ");
  const key = hashes.length === 0 ? undefined : await stores.cursorKeys.of(account);
  if (key === undefined) return { has: () => false, version };
  const known = new Set(hashes);
  const hash = hasher(secrets, key);
  return { has: (identifiers) => hashesOf(identifiers, hash).some((one) => known.has(one)), version };
}

/** Adds a person to the suppression list. `asked` are the identifiers that the erasure named. Returns the number of identifiers. */
export async function suppress(
  stores: SuppressionStores,
  secrets: Hashing & Pick<Secrets, "randomBytes">,
  account: AccountId,
  asked: Identifiers,
  all: Identifiers,
): Promise<number> {
  const hash = hasher(secrets, await keyOf(stores, secrets, account));
  const [person = ""] = hashesOf(asked, hash);
  const identifiers: ErasedIdentifier[] = hashesOf(all, hash).map((one) => ({ hash: one, person }));
  await stores.erasedPeople.add(account, identifiers);
  return identifiers.length;
}

/** Removes a person from the suppression list. Returns the number of hashes removed. */
export async function lift(
  stores: SuppressionStores,
  secrets: Hashing,
  account: AccountId,
  asked: Identifiers,
): Promise<number> {
  const key = await stores.cursorKeys.of(account);
  return key === undefined ? 0 : stores.erasedPeople.lift(account, hashesOf(asked, hasher(secrets, key)));
}

/** Phone numbers and email addresses among texts from a file, in the form the service compares. */
export const contactsIn = (texts: readonly (string | null | undefined)[]): readonly string[] =>
  texts.flatMap((text) => (text ? ((text.includes("@") ? parseEmail(text) : parsePhone(text)) ?? []) : []));

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

type Hash = (text: string) => string;

function hasher(secrets: Hashing, accountKey: string): Hash {
  const key = secrets.hmacSha256(bytesOf(accountKey), purpose);
  return (text) => hexOf(secrets.hmacSha256(key, text));
}

const hashesOf = ({ patientIds, contacts }: Identifiers, hash: Hash): readonly string[] => [
  ...[...patientIds].map((id) => hash(`patient ${id}`)),
  ...[...contacts].map((contact) => hash(`contact ${contact}`)),
];

const hexOf = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

const bytesOf = (hex: string): Uint8Array =>
  Uint8Array.from({ length: hex.length / 2 }, (_, place) => Number.parseInt(hex.slice(place * 2, place * 2 + 2), 16));
