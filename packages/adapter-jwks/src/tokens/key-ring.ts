import { createSecretKey, type KeyObject } from "node:crypto";
import { invalid } from "@repute/domain";

/** A key that signs access tokens, and the key id in their headers. */
export type TokenKey = { readonly kid: string; readonly secret: KeyObject };

const minKeyBytes = 32;
const entryShape = /^([A-Za-z0-9._-]{1,64}):([A-Za-z0-9+/_-]+={0,2})$/;

/**
 * Parses keys such as `kid:base64,kid:base64`.
 * The first key signs; all keys verify.
 * Throws `invalid_token_keys`.
 * Errors contain only the position of an entry, because any part of the string may be a key.
 */
export function parseTokenKeys(text: string): readonly [TokenKey, ...TokenKey[]] {
  const [first, ...more] = text.split(",").map((entry, index) => parseTokenKey(entry.trim(), `key ${index + 1}`));
  if (!first) throw invalidKeys("at least one key is required");
  const kids = [first, ...more].map(({ kid }) => kid);
  const second = kids.findIndex((kid, index) => kids.indexOf(kid) !== index);
  if (second > 0) throw invalidKeys(`key ${second + 1} has the same ID as key ${kids.indexOf(kids[second] ?? "") + 1}`);
  return [first, ...more];
}

function parseTokenKey(entry: string, place: string): TokenKey {
  const [, kid, base64 = ""] = entryShape.exec(entry) ?? [];
  if (kid === undefined) throw invalidKeys(`${place} must have the form ID:BASE64`);
  const bytes = Buffer.from(base64, "base64");
  if (bytes.toString("base64url") !== base64url(base64)) throw invalidKeys(`${place} is not valid base64`);
  if (bytes.length < minKeyBytes) {
    throw invalidKeys(
      `${place} has ${bytes.length} bytes, but needs at least ${minKeyBytes} (to create a key, run: openssl rand -base64 32)`,
    );
  }
  return { kid, secret: createSecretKey(bytes) };
}

const base64url = (base64: string): string => base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

const invalidKeys = (problem: string) => invalid("invalid_token_keys", `token keys: ${problem}`);
