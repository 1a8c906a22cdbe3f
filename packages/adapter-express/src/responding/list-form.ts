/** A format for lists. */
export type ListForm = {
  /** Value of `Content-Type`. */
  readonly type: string;
  /** Separator that the format needs between its input items. */
  readonly separator: "," | "\n";
  /** Whether items are sent unchanged. */
  readonly isVerbatim: boolean;
  readonly opening: Uint8Array;
  /** Bytes between two batches. */
  readonly between: Uint8Array;
  readonly closing: (isEmpty: boolean) => Uint8Array;
  /** Renders a batch in portions. Each portion is produced without a pause. */
  readonly portions: (items: Uint8Array) => Iterable<Uint8Array>;
};

/**
 * Renders a whole list from batches that use the format's separator. A batch may be empty only if it is the only one.
 */
export function wholeList(
  { opening, between, closing, portions }: ListForm,
  ...batches: readonly Uint8Array[]
): Buffer {
  const all = batches.flatMap((items, index) => [index === 0 ? opening : between, ...portions(items)]);
  return Buffer.concat([...all, closing(batches[0]?.length === 0)]);
}
