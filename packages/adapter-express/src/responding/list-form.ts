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

/** A whole list in a form; `items` are joined as it wants them. */
export const wholeList = ({ opening, closing, portions }: ListForm, items: Uint8Array): Buffer =>
  Buffer.concat([opening, ...portions(items), closing(items.length === 0)]);
