import type { ScryptOptions } from "node:crypto";
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import type { PasswordHasher } from "@repute/domain";
import { passwordLength, passwordsBusy } from "@repute/domain";
import { slots } from "../slots.js";

/** What OWASP advises for scrypt: 128 MiB of memory for each hash. */
const cost = { ln: 17, r: 8, p: 1 } as const;
const [saltBytes, hashBytes] = [16, 32];
/** Two hold half of the threads that Node has for files and names, and 256 MiB. */
const [atOnce, mostWaiting] = [2, 8];

const shape = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d)\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$/;

/** Hashes passwords, and tells for a host that lets users log in whether a hash is that of a password. */
export type ScryptPasswords = {
  readonly hash: PasswordHasher;
  /** Whether `hash` was made of this password; a text that is no hash of ours is that of none. */
  readonly isHashOf: (hash: string, password: string) => Promise<boolean>;
};

/**
 * Passwords by scrypt, as `$scrypt$ln=17,r=8,p=1$salt$hash`: two at once while eight wait, more are `passwords_busy`.
 * None holds the event loop.
 */
export function scryptPasswords(): ScryptPasswords {
  const inTurn = slots(atOnce, mostWaiting, passwordsBusy);
  return {
    hash: (password) =>
      inTurn(async () => {
        const salt = randomBytes(saltBytes);
        const { ln, r, p } = cost;
        return `$scrypt$ln=${ln},r=${r},p=${p}$${text(salt)}$${text(await derived(password, salt, ln, r, p))}`;
      }),
    async isHashOf(hash, password) {
      const [, ln, r, p, salt = "", kept = ""] = shape.exec(hash) ?? [];
      if (ln === undefined || Number(ln) > cost.ln || password.length > passwordLength.most) return false;
      const bytes = (base64: string) => Buffer.from(base64, "base64");
      const made = await inTurn(() =>
        derived(password.normalize("NFC"), bytes(salt), Number(ln), Number(r), Number(p)),
      );
      return timingSafeEqual(made, bytes(kept));
    },
  };
}

const text = (bytes: Buffer) => bytes.toString("base64").replaceAll("=", "");

function derived(password: string, salt: Buffer, ln: number, r: number, p: number): Promise<Buffer> {
  const options: ScryptOptions = { N: 2 ** ln, r, p, maxmem: 2 * 128 * 2 ** ln * r };
  return new Promise((resolve, reject) =>
    scrypt(password, salt, hashBytes, options, (error, made) => (error ? reject(error) : resolve(made))),
  );
}
