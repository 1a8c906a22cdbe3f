import { constants, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import type { AssertionMaker } from "@repute/domain/testing";

export type PartnerKey = { readonly kid: string; readonly publicKey: KeyObject; readonly privateKey: KeyObject };

const made = new Map<string, PartnerKey>();

/** Returns the partner's RSA key with the given kid. Keys are cached because generating a key is slow. */
export function partnerKey(kid: string, bits = 2_048, exponent = 65_537): PartnerKey {
  const known = made.get(kid);
  if (known) return known;
  const key = { kid, ...generateKeyPairSync("rsa", { modulusLength: bits, publicExponent: exponent }) };
  made.set(kid, key);
  return key;
}

/** Returns the public key as a JWK with additional members. */
export const jwkOf = ({ kid, publicKey }: PartnerKey, more: object = {}): Record<string, unknown> => ({
  ...publicKey.export({ format: "jwk" }),
  kid,
  ...more,
});

/** Returns the signature of a string in base64url, with the given digest and padding. */
export const signatureOf = ({ privateKey }: PartnerKey, text: string, digest = "sha384", pss = false): string =>
  sign(digest, Buffer.from(text), {
    key: privateKey,
    padding: pss ? constants.RSA_PKCS1_PSS_PADDING : constants.RSA_PKCS1_PADDING,
  }).toString("base64url");

/** Returns the header and payload from which tests make a client's valid assertions. `iat` is in seconds. */
export const makerOf = (key: PartnerKey, clientId: string, aud: string, iat: number): AssertionMaker => ({
  header: { alg: "RS384", kid: key.kid },
  payload: { iss: clientId, sub: clientId, aud, iat, exp: iat + 300, jti: "a-1" },
  encode: (bytes) => Buffer.from(bytes).toString("base64url"),
  sign: (text) => signatureOf(key, text),
});
