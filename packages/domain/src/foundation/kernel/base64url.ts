const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const none = -1;
const values = new Int8Array(128).fill(none);
for (let value = 0; value < digits.length; value++) values[digits.charCodeAt(value)] = value;

const canonical = /^(?:[A-Za-z0-9_-]{4})*(?:[A-Za-z0-9_-][AQgw]|[A-Za-z0-9_-]{2}[AEIMQUYcgkosw048])?$/;

/** Encodes bytes as canonical base64url. */
export const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** True if a string is canonical base64url. Does not decode the string. */
export const isBase64url = (text: string): boolean => canonical.test(text);

/** Decodes canonical base64url. Returns `undefined` for padding, other characters or nonzero trailing bits. */
export function parseBase64url(text: string): Uint8Array | undefined {
  if (text.length % 4 === 1) return undefined;
  const bytes = new Uint8Array((text.length * 3) >> 2);
  let length = 0;
  let bits = 0;
  let held = 0;
  for (let index = 0; index < text.length; index++) {
    const value = values[text.charCodeAt(index)] ?? none;
    if (value === none) return undefined;
    held = (held << 6) | value;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[length++] = held >> bits;
    held &= (1 << bits) - 1;
  }
  return held === 0 ? bytes : undefined;
}
