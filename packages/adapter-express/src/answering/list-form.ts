import { csvForm } from "./csv-form.js";

/** A form in which the items of a list are sent. */
export type ListForm = {
  /** What `Content-Type` says of it. */
  readonly type: string;
  /** How the items have to be joined, for it to be made of them. */
  readonly joined: "batches" | "lines";
  readonly opening: Uint8Array;
  /** What stands between two batches. */
  readonly between: Uint8Array;
  readonly closing: (isEmpty: boolean) => Uint8Array;
  /** What a batch of items is sent as, in portions of which each is made without a pause. */
  readonly portions: (items: Uint8Array) => Iterable<Uint8Array>;
};

const nothing = Buffer.alloc(0);
const lineFeed = Buffer.from("\n");

const json: ListForm = {
  type: "application/json",
  joined: "batches",
  opening: Buffer.from('{"items":['),
  between: Buffer.from(","),
  closing: () => Buffer.from("]}"),
  portions: (items) => [items],
};

const ndjson: ListForm = {
  type: "application/x-ndjson",
  joined: "lines",
  opening: nothing,
  between: lineFeed,
  closing: (isEmpty) => (isEmpty ? nothing : lineFeed),
  portions: (items) => [items],
};

/** The media types that lists can be had in, by what they are made with; the first is what those get who do not mind. */
export const listForms = {
  "application/json": () => json,
  "application/x-ndjson": () => ndjson,
  "text/csv": csvForm,
} as const satisfies Readonly<Record<string, (columns: readonly string[]) => ListForm>>;

export type ListType = keyof typeof listForms;

/** A whole list in a form; `items` are joined as it wants them. */
export const wholeList = ({ opening, closing, portions }: ListForm, items: Uint8Array): Buffer =>
  Buffer.concat([opening, ...portions(items), closing(items.length === 0)]);
