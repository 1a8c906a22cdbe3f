import type { AccountId } from "../../foundation/kernel/ids.js";
import type { Secrets } from "../../foundation/kernel/secrets.js";
import type { Reads, Transactions } from "../../foundation/kernel/storage.js";
import type { CursorKeyStore } from "./cursor-key-store.js";

/** Ports for signing change cursors. */
export type CursorKeyPorts = {
  readonly storage: Transactions<{ readonly cursorKeys: CursorKeyStore }> &
    Reads<{ readonly cursorKeys: Pick<CursorKeyStore, "of"> }>;
  readonly secrets: Pick<Secrets, "randomBytes" | "hmacSha256">;
};

/** Signs a string with an account's key. Returns 32 hexadecimal digits. */
export type CursorSigner = (text: string) => string;

const keyBytes = 32;
const signatureBytes = 16;
const maxRetained = 10_000;

/** Returns the signer of an account's change cursors. The key is created on first use and is shared by all processes. */
export function cursorSigners({ storage, secrets }: CursorKeyPorts): (account: AccountId) => Promise<CursorSigner> {
  const known = new Map<AccountId, CursorSigner>();

  const create = (account: AccountId) =>
    storage.transact(account, async ({ cursorKeys }) => {
      const there = await cursorKeys.of(account);
      if (there !== undefined) return there;
      const key = hexOf(secrets.randomBytes(keyBytes));
      await cursorKeys.save(account, key);
      return key;
    });

  return async (account) => {
    const retained = known.get(account);
    if (retained) return retained;
    const found = await storage.read(account, ({ cursorKeys }) => cursorKeys.of(account));
    const key = bytesOf(found ?? (await create(account)));
    const sign: CursorSigner = (text) => hexOf(secrets.hmacSha256(key, text).subarray(0, signatureBytes));
    if (known.size >= maxRetained) known.clear();
    known.set(account, sign);
    return sign;
  };
}

const hexOf = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

const bytesOf = (hex: string): Uint8Array =>
  Uint8Array.from({ length: hex.length / 2 }, (_, place) => Number.parseInt(hex.slice(place * 2, place * 2 + 2), 16));
