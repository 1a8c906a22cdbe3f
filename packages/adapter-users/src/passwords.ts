import { randomBytes, scrypt, type ScryptOptions, timingSafeEqual } from "node:crypto";
import {
  type AccountId,
  type CommonPasswords,
  type PasswordHasher,
  passwordLength,
  passwordsBusy,
  slots,
} from "@repute/domain";

/** Hashes passwords, and verifies them for hosts with their own sign-in. */
export type ScryptPasswords = {
  readonly hash: PasswordHasher;
  /** Returns true if `hash` matches the password. Returns false if `hash` has an unknown format. */
  readonly isHashOf: (account: AccountId, hash: string, password: string) => Promise<boolean>;
};

/**
 * Hashes passwords with scrypt in the format `$scrypt$ln=17,r=8,p=1$salt$hash`.
 * Hashing uses at most two threads and at most half of Node's thread pool, which also compresses lists.
 * At most 8 passwords wait, and each account has at most 4 in progress.
 * Beyond these limits, rejects with `passwords_busy`.
 */
export function scryptPasswords(threads = threadPoolSize(process.env["UV_THREADPOOL_SIZE"])): ScryptPasswords {
  const atOnce = Math.max(1, Math.min(maxConcurrent, Math.floor(threads / 2)));
  const inTurn = slots({ atOnce, ...slotLimits }, passwordsBusy);
  return {
    hash: (account, password) =>
      inTurn(account, async () => {
        const salt = randomBytes(saltBytes);
        const { ln, r, p } = cost;
        return `$scrypt$ln=${ln},r=${r},p=${p}$${base64Text(salt)}$${base64Text(await derived(password, salt, ln, r, p))}`;
      }),
    async isHashOf(account, hash, password) {
      const [, ln, r, p, salt = "", storedHash = ""] = shape.exec(hash) ?? [];
      if (ln === undefined || Number(ln) > cost.ln || password.length > passwordLength.max) return false;
      const bytes = (base64: string) => Buffer.from(base64, "base64");
      const made = await inTurn(account, () =>
        derived(password.normalize("NFC"), bytes(salt), Number(ln), Number(r), Number(p)),
      );
      return timingSafeEqual(made, bytes(storedHash));
    },
  };
}

/** Cost parameters that OWASP recommends for scrypt. Each hash uses 128 MiB of memory. */
const cost = { ln: 17, r: 8, p: 1 } as const;

const [saltBytes, hashBytes] = [16, 32];

const slotLimits = { maxWaiting: 8, maxPerAccount: 4 };

/** Maximum number of concurrent hashes. Two hashes use 256 MiB of memory. */
const maxConcurrent = 2;

const defaultThreads = 4;

const shape = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d)\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$/;

const threadPoolSize = (setting: string | undefined): number => Number.parseInt(setting ?? "", 10) || defaultThreads;

const base64Text = (bytes: Buffer) => bytes.toString("base64").replaceAll("=", "");

function derived(password: string, salt: Buffer, ln: number, r: number, p: number): Promise<Buffer> {
  const options: ScryptOptions = { N: 2 ** ln, r, p, maxmem: 2 * 128 * 2 ** ln * r };
  return new Promise((resolve, reject) =>
    scrypt(password, salt, hashBytes, options, (error, made) => (error ? reject(error) : resolve(made))),
  );
}

/**
 * Returns a function that checks if a password is in zxcvbn's list of common passwords.
 * The list is loaded on first use.
 * Entries shorter than the minimum password length are dropped.
 */
export function commonPasswords(): CommonPasswords {
  let listed: Promise<ReadonlySet<string>> | undefined;
  return async (password) => (await (listed ??= load())).has(password.toLowerCase());
}

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"].filter(({ length }) => length >= passwordLength.min));
}
