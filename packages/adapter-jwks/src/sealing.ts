import { createCipheriv, createDecipheriv, hkdfSync, type KeyObject, randomBytes } from "node:crypto";

/** A key that signs access tokens, and the key id in their headers. */
export type TokenKey = { readonly kid: string; readonly secret: KeyObject };

/** Keys of the service. The first one signs and encrypts. */
export type TokenKeys = readonly [TokenKey, ...TokenKey[]];

const algorithm = "aes-256-gcm";
const [ivBytes, tagBytes] = [12, 16];

/**
 * Encrypts secrets with a key that is derived from the first key of the service, so that a copy of the database does not
 * contain them. Decrypts them with any key of the service. Each `purpose` has its own keys.
 */
export function sealing(keys: TokenKeys, purpose: string) {
  const derived = new Map(
    keys.map(({ kid, secret }) => [kid, Buffer.from(hkdfSync("sha256", secret, "", purpose, 32))]),
  );
  const [{ kid: first }] = keys;
  return {
    /** Encrypts a secret of the owner with an id. */
    seal(id: string, secret: string): string {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(algorithm, derived.get(first) as Buffer, iv, { authTagLength: tagBytes });
      const parts = [iv, cipher.setAAD(Buffer.from(id)).update(secret), cipher.final()];
      return `${first}:${Buffer.concat([...parts, cipher.getAuthTag()]).toString("base64url")}`;
    },
    /** Returns a secret, or `undefined` if the service no longer has the key with which it was encrypted. */
    open(id: string, sealed: string): Buffer | undefined {
      const [kid = "", text = ""] = sealed.split(":");
      const [key, bytes] = [derived.get(kid), Buffer.from(text, "base64url")];
      if (!key) return undefined;
      try {
        const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes });
        decipher.setAAD(Buffer.from(id)).setAuthTag(bytes.subarray(-tagBytes));
        return Buffer.concat([decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()]);
      } catch {
        return undefined;
      }
    },
  };
}
