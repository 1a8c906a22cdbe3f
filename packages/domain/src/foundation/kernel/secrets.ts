/** Cryptographic functions for credentials: secure random bytes and one-way hashes. */
export interface Secrets {
  /** Returns cryptographically secure random bytes. */
  randomBytes(count: number): Uint8Array;
  /** Returns the SHA-256 hash of a string in UTF-8, as lowercase hexadecimal digits. */
  sha256(text: string): string;
  /** Returns the 32-byte HMAC-SHA-256 (RFC 2104) of a string in UTF-8. */
  hmacSha256(key: Uint8Array, text: string): Uint8Array;
}
