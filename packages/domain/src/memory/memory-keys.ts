import type { AccessClaims, AccessTokens } from "../foundation/access/access-tokens.js";
import { jwkUrlNotAllowed, type KeyHolder, type PartnerKeys } from "../foundation/access/partner-keys.js";

/** Computes a test signature for an assertion. It uses no secret, so anyone can forge it. */
export const memorySignature = ({ clientId }: Pick<KeyHolder, "clientId">, kid: string, signed: string): string =>
  hexOf(`${clientId} ${kid} ${signed}`);

/**
 * Creates a verifier of partner keys for tests.
 * The verifier accepts every key id, every https URL, and signatures that `memorySignature` made.
 */
export function memoryPartnerKeys(): PartnerKeys {
  return {
    async checkUrl(url) {
      if (!url.startsWith("https://")) throw jwkUrlNotAllowed();
    },
    async verify(client, { kid, text }) {
      const end = text.lastIndexOf(".");
      const isSigned = text.slice(end + 1) === memorySignature(client, kid, text.slice(0, end));
      return isSigned ? { ok: true } : { ok: false, reason: "bad_signature" };
    },
  };
}

/** Creates access tokens for tests. Anyone can create a valid token. */
export function memoryAccessTokens(): AccessTokens {
  const prefix = "not-signed-";
  return {
    sign: (claims) => prefix + encodeURIComponent(JSON.stringify(claims)),
    verify(text) {
      if (!text.startsWith(prefix)) return undefined;
      try {
        return JSON.parse(decodeURIComponent(text.slice(prefix.length))) as AccessClaims;
      } catch {
        return undefined;
      }
    },
  };
}

/** Hashes a string to 16 hexadecimal digits. The result is also canonical base64url, because 16 is divisible by 4. */
function hexOf(text: string): string {
  let hash = 7n;
  for (let at = 0; at < text.length; at++) hash = (hash * 1_000_003n + BigInt(text.charCodeAt(at))) % 2n ** 64n;
  return hash.toString(16).padStart(16, "0");
}
