/** Randomness and one-way hashing for credentials. */
export interface Secrets {
  /** Unpredictable bytes. */
  randomBytes(count: number): Uint8Array;
  /** SHA-256 of the text's UTF-8, as lower-case hexadecimal. */
  sha256(text: string): string;
  /** HMAC-SHA-256 (RFC 2104) of the text's UTF-8: 32 bytes. */
  hmacSha256(key: Uint8Array, text: string): Uint8Array;
}
