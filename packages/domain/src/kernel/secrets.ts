/** Randomness and one-way hashing for credentials. */
export interface Secrets {
  /** Unpredictable bytes. */
  randomBytes(count: number): Uint8Array;
  /** SHA-256 of the text's UTF-8, as lower-case hexadecimal. */
  sha256(text: string): string;
}
