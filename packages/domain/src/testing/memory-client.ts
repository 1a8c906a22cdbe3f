import type { Client } from "../foundation/access/client.js";
import { type Instant, second } from "../foundation/kernel/instant.js";
import { memorySignature } from "../memory/memory-keys.js";
import type { AssertionMaker } from "./hostile-assertions.js";

/** Creates a client in memory. Returns the header, payload and signing function for the client's assertions in tests. */
export function memoryClient(
  { clientId }: Pick<Client, "clientId">,
  { tokenUrl, now, jti = "a-1", kid = "2026-06" }: { tokenUrl: string; now: Instant; jti?: string; kid?: string },
): AssertionMaker {
  const iat = Math.floor(now / second);
  return {
    header: { alg: "RS384", kid },
    payload: { iss: clientId, sub: clientId, aud: tokenUrl, iat, exp: iat + 300, jti },
    encode: base64url,
    sign: (signed) => memorySignature({ clientId }, kid, signed),
  };
}

const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

function base64url(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const sextets = bits.match(/.{1,6}/g) ?? [];
  return sextets.map((sextet) => digits[Number.parseInt(sextet.padEnd(6, "0"), 2)]).join("");
}
