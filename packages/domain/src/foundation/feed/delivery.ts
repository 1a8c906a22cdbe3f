/** Sequence of items, joined with the requested separator and then compressed. */
export type PackedItems = {
  /** Raw DEFLATE data (RFC 1951) that ends on a byte boundary. Has no final block and no references to earlier data. */
  readonly deflated: Uint8Array;
  /** CRC-32 (ISO 3309) of the uncompressed bytes. */
  readonly crc: number;
  readonly length: number;
};

/** Optional information for sending a batch faster. A storage may omit every member. */
export type Delivery = {
  /**
   * Compressed sequences of items.
   * If present, `json` is empty, and the caller must insert separators between sequences.
   */
  readonly packed?: readonly PackedItems[];
  /** Frees the memory of the batch. Must not be called while the batch's bytes are still in use. */
  release?(): void;
  /** True if this batch is known to be the last one. */
  readonly isLast?: boolean;
};
