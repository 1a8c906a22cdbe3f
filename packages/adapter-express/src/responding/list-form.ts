/** A form in which the items of a list are sent. */
export type ListForm = {
  /** What `Content-Type` says of it. */
  readonly type: string;
  /** What has to stand between the items that it is made of. */
  readonly separator: "," | "\n";
  /** Whether items are sent as they are. */
  readonly isVerbatim: boolean;
  readonly opening: Uint8Array;
  /** What stands between two batches. */
  readonly between: Uint8Array;
  readonly closing: (isEmpty: boolean) => Uint8Array;
  /** What a batch of items is sent as, in portions of which each is made without a pause. */
  readonly portions: (items: Uint8Array) => Iterable<Uint8Array>;
};

/** A whole list in a form: batches of items that are joined as it wants them; only a sole batch may be empty. */
export function wholeList(
  { opening, between, closing, portions }: ListForm,
  ...batches: readonly Uint8Array[]
): Buffer {
  const all = batches.flatMap((items, index) => [index === 0 ? opening : between, ...portions(items)]);
  return Buffer.concat([...all, closing(batches[0]?.length === 0)]);
}
