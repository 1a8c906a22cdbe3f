import { byOperator } from "../../foundation/accounts/audit-trail.js";
import {
  cursorOfEarlierVersion,
  cursorRestored,
  type FeedList,
  type Progress,
  publicLists,
  responsesPrefix,
} from "../../foundation/feed/feed.js";
import { base64url, parseBase64url, type Secrets } from "../../foundation/kernel/encodings.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import type { Ports, Reads, Transactions } from "../../foundation/kernel/storage.js";
import { invalidCursor } from "../../foundation/lists/list-query.js";

/** Store of each account's key for signing change cursors. A saved key never changes. */
export interface CursorKeyStore {
  /** Returns the account's key as 64 hexadecimal digits, or `undefined` if none has been saved yet. */
  of(account: AccountId): Promise<string | undefined>;
  save(account: AccountId, key: string): Promise<void>;
}

/**
 * Store of each account's epoch. Change cursors contain the epoch, so cursors from before a restore can be detected.
 */
export interface EpochStore {
  /**
   * Returns the account's epoch, or `undefined` if none has been saved yet.
   *
   * Also returns `undefined` if the stored epoch was restored from a backup, if the storage can detect the restore.
   */
  of(account: AccountId): Promise<string | undefined>;
  /** Saves an epoch in place of the previous epoch. */
  save(account: AccountId, epoch: string): Promise<void>;
}

/** Signs the change cursors of an account. The cursors are valid for the account's current epoch. */
export type CursorSigner = {
  readonly epoch: string;
  /** Returns a signature of 32 hexadecimal digits. */
  sign(this: void, text: string): string;
};

const maxLength = 300;

const encoder = new TextEncoder();

const shape =
  /^(?:2|3\.([0-9a-f]{16}))\.(copy|changes)\.(\d{1,16})(?:\.([A-Za-z/-]{1,40}\d{0,16})\.(-?\d{1,16})\.(\d{1,16})\.(\d{1,16}))?\.([0-9a-f]{32})$/;

const version = 3;

const signatureLength = 32;

/**
 * Encodes the progress of a copy as a cursor. The signature binds the cursor to an account, whose key signs it, an epoch
 * and a set of lists.
 */
export function changeCursor(
  { epoch, sign }: CursorSigner,
  boundTo: string,
  { phase, revision, last }: Progress,
): string {
  const place = last ? [last.list, last.at, last.kind, last.id] : [];
  const body = [version, epoch, phase, revision, ...place].join(".");
  return base64url(encoder.encode(`${body}.${sign(`${body} ${boundTo}`)}`));
}

/**
 * Parses a change cursor. Throws `invalid_cursor` unless it was issued for the same account and is bound to one of `bounds`.
 *
 * Throws `cursor_expired` if the cursor is from another epoch or an earlier version of the service, so that the copy
 * starts over.
 */
export function parseChangeCursor({ epoch, sign }: CursorSigner, bounds: readonly string[], text: string): Progress {
  const plain = plainText(text);
  if (/^1\.(?:copy|changes)\./.test(plain)) throw cursorOfEarlierVersion();
  const parts = shape.exec(plain);
  const body = plain.slice(0, -signatureLength - 1);
  const isSigned = (boundTo: string) => isSame(parts?.[8] ?? "", sign(`${body} ${boundTo}`));
  if (!parts || !bounds.some(isSigned)) throw invalidCursor();
  const [, issuedIn, phase, revision, list] = parts;
  refuseOther(issuedIn, epoch);
  const [at, kind, id] = [parts[5], parts[6], parts[7]].map((part) => Number(part ?? 0)) as [number, number, number];
  const numbers = [Number(revision), at, kind, id];
  if (!numbers.every(Number.isSafeInteger) || (list !== undefined && !isFeedList(list))) throw invalidCursor();
  return {
    phase: phase as Progress["phase"],
    revision: Number(revision),
    ...(list !== undefined && { last: { list: list as FeedList, at, kind, id } }),
  };
}

/** Throws `cursor_expired` if the cursor is from another epoch or, as in earlier versions, contains no epoch. */
function refuseOther(issuedIn: string | undefined, epoch: string): void {
  if (issuedIn === undefined) throw cursorOfEarlierVersion();
  if (issuedIn !== epoch) throw cursorRestored();
}

const ofResponses = new RegExp(`^${responsesPrefix}\\d{1,16}$`);

const isFeedList = (text: string): text is FeedList =>
  text === "survey-responses" ? false : ofResponses.test(text) || publicLists.some((list) => list === text);

/** Compares two strings in constant time. */
function isSame(text: string, other: string): boolean {
  let difference = text.length ^ other.length;
  for (let place = 0; place < text.length; place += 1) difference |= text.charCodeAt(place) ^ other.charCodeAt(place);
  return difference === 0;
}

/** Decodes base64url to text. Throws for a non-canonical encoding. */
function plainText(text: string): string {
  const bytes = text.length > maxLength ? undefined : parseBase64url(text);
  if (!bytes) throw invalidCursor();
  return String.fromCharCode(...bytes);
}

type CursorKeyPorts = {
  readonly storage: Transactions<{ readonly cursorKeys: CursorKeyStore; readonly epochs: EpochStore }> &
    Reads<{ readonly cursorKeys: Pick<CursorKeyStore, "of">; readonly epochs: Pick<EpochStore, "of"> }>;
  readonly secrets: Pick<Secrets, "randomBytes" | "hmacSha256">;
};

const keyBytes = 32;

const epochBytes = 8;

const signatureBytes = 16;

const maxRetained = 10_000;

/**
 * Returns a function that creates the current signer of an account's change cursors.
 *
 * The key and the epoch are created when first used, and all processes share them. The epoch is read on every call
 * because another process may start a new epoch.
 */
export function cursorSigners({ storage, secrets }: CursorKeyPorts): (account: AccountId) => Promise<CursorSigner> {
  const known = new Map<AccountId, CursorSigner["sign"]>();

  const create = (account: AccountId) =>
    storage.transact(account, async ({ cursorKeys, epochs }) => {
      let key = await cursorKeys.of(account);
      if (key === undefined) await cursorKeys.save(account, (key = hexOf(secrets.randomBytes(keyBytes))));
      let epoch = await epochs.of(account);
      if (epoch === undefined) await epochs.save(account, (epoch = newEpoch(secrets)));
      return { key, epoch };
    });

  const find = (account: AccountId) =>
    storage.read(account, async ({ cursorKeys, epochs }) => {
      const [key, epoch] = [await cursorKeys.of(account), await epochs.of(account)];
      return key === undefined || epoch === undefined ? undefined : { key, epoch };
    });

  return async (account) => {
    const retained = known.get(account);
    const current = retained && (await storage.read(account, ({ epochs }) => epochs.of(account)));
    if (retained && current !== undefined) return { epoch: current, sign: retained };
    const { key, epoch } = (await find(account)) ?? (await create(account));
    const bytes = bytesOf(key);
    const sign = (text: string) => hexOf(secrets.hmacSha256(bytes, text).subarray(0, signatureBytes));
    if (known.size >= maxRetained) known.clear();
    known.set(account, sign);
    return { epoch, sign };
  };
}

/** Returns a random epoch of 16 hexadecimal digits. */
const newEpoch = ({ randomBytes }: Pick<Secrets, "randomBytes">): string => hexOf(randomBytes(epochBytes));

const hexOf = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

const bytesOf = (hex: string): Uint8Array =>
  Uint8Array.from({ length: hex.length / 2 }, (_, place) => Number.parseInt(hex.slice(place * 2, place * 2 + 2), 16));

/** Starts a new epoch for an account. All change cursors issued so far expire, so every copy starts over. */
export function expireCursors({ storage, secrets, clock, operator }: Ports) {
  return (account: AccountId): Promise<void> =>
    storage.transact(account, async ({ epochs, audit }) => {
      await epochs.save(account, newEpoch(secrets));
      await audit.append(account, [byOperator({ at: clock(), action: "expire_cursors" }, { operator })]);
    });
}
