const mebibyte = 1_048_576;

/** Maximum sizes of responses in bytes after decompression. The service stays far below each limit. */
export const ceilings = {
  /** Maximum size of one row of a list. */
  line: 8 * mebibyte,
  /** Limit for a page of a list. Request fewer rows with `limit` if pages exceed this size. */
  page: 128 * mebibyte,
  /** Limit for a page of changes. A larger page is requested again with fewer rows. */
  changes: 16 * mebibyte,
  /** Limit for a response that the operations in `api` read into memory. */
  whole: 64 * mebibyte,
  /** Limit for an error response or a response of the token endpoint. */
  document: 262_144,
} as const;
