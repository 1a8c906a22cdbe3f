/** Format of a list response, such as JSON or CSV. */
export type ListForm = {
  /** Value of `Content-Type`. */
  readonly type: string;
  /** Separator that the format expects between the items of a batch. */
  readonly separator: "," | "\n";
  /** True if items are sent as they are stored, without conversion. */
  readonly isVerbatim: boolean;
  readonly opening: Uint8Array;
  /** Separator that is written between two batches. */
  readonly between: Uint8Array;
  readonly closing: (isEmpty: boolean) => Uint8Array;
  /** Renders a batch in portions. Other requests can run between two portions. */
  readonly portions: (items: Uint8Array) => Iterable<Uint8Array>;
};

/** Renders a complete list from batches of rendered items. A batch may be empty only if it is the only batch. */
export function wholeList(
  { opening, between, closing, portions }: ListForm,
  ...batches: readonly Uint8Array[]
): Buffer {
  const all = batches.flatMap((items, index) => [index === 0 ? opening : between, ...portions(items)]);
  return Buffer.concat([...all, closing(batches[0]?.length === 0)]);
}
