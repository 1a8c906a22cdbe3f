/** Compressed sequence of items, joined with the requested separator. */
export type PackedItems = {
  /** Raw DEFLATE data (RFC 1951) that ends on a byte boundary. Has no final block and no references to earlier data. */
  readonly deflated: Uint8Array;
  /** CRC-32 (ISO 3309) of the uncompressed bytes. */
  readonly crc: number;
  readonly length: number;
};

/** Details for the code that sends a batch. Each member only saves time, so a storage may omit it. */
export type Delivery = {
  /** Compressed items, used instead of `json`, which is then empty. The caller must insert separators between them. */
  readonly packed?: readonly PackedItems[];
  /** Frees the memory of the batch. Must be called only when nothing reads the bytes any longer. */
  release?(): void;
  /** True if this batch is known to be the last one. */
  readonly isLast?: boolean;
};
