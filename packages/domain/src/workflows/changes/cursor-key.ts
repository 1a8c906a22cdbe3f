import type { AccountId } from "../../foundation/kernel/ids.js";
import type { Secrets } from "../../foundation/kernel/secrets.js";
import type { Reads, Transactions } from "../../foundation/kernel/storage.js";
import type { CursorKeyStore } from "./cursor-key-store.js";
import type { EpochStore } from "./epoch-store.js";

export type CursorKeyPorts = {
  readonly storage: Transactions<{ readonly cursorKeys: CursorKeyStore; readonly epochs: EpochStore }> &
    Reads<{ readonly cursorKeys: Pick<CursorKeyStore, "of">; readonly epochs: Pick<EpochStore, "of"> }>;
  readonly secrets: Pick<Secrets, "randomBytes" | "hmacSha256">;
};

/** Signs the change cursors of an account. The cursors are valid for the account's current epoch. */
export type CursorSigner = {
  readonly epoch: string;
  /** Returns a signature of 32 hexadecimal digits. */
  sign(this: void, text: string): string;
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
export const newEpoch = ({ randomBytes }: Pick<Secrets, "randomBytes">): string => hexOf(randomBytes(epochBytes));

const hexOf = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

const bytesOf = (hex: string): Uint8Array =>
  Uint8Array.from({ length: hex.length / 2 }, (_, place) => Number.parseInt(hex.slice(place * 2, place * 2 + 2), 16));
