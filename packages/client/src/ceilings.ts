const mebibyte = 1_048_576;

/** Ceilings for what one response may bring, in bytes after decompression. The service stays far below each of them. */
export const ceilings = {
  /** One row of a list. */
  line: 8 * mebibyte,
  /** One page of a list. Ask for fewer rows with `limit` if pages are larger than this. */
  page: 128 * mebibyte,
  /** One page of changes. A larger page is requested again with fewer rows. */
  changes: 16 * mebibyte,
  /** A response of `api` that is read as a whole. */
  whole: 64 * mebibyte,
  /** An error, or an answer of the token endpoint. */
  document: 262_144,
} as const;
