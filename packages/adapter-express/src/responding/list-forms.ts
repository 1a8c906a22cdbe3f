import { csvForm } from "./csv-form.js";
import type { ListForm } from "./list-form.js";

const nothing = Buffer.alloc(0);
const lineFeed = Buffer.from("\n");

const json: ListForm = {
  type: "application/json",
  separator: ",",
  isVerbatim: true,
  opening: Buffer.from('{"items":['),
  between: Buffer.from(","),
  closing: () => Buffer.from("]}"),
  portions: (items) => [items],
};

const ndjson: ListForm = {
  type: "application/x-ndjson; charset=utf-8",
  separator: "\n",
  isVerbatim: true,
  opening: nothing,
  between: lineFeed,
  closing: (isEmpty) => (isEmpty ? nothing : lineFeed),
  portions: (items) => [items],
};

/** List formats by media type. The first is the default. */
export const listForms = {
  "application/json": () => json,
  "application/x-ndjson": () => ndjson,
  "text/csv": (columns) => csvForm(columns),
  "text/csv;formulas=keep": (columns) => csvForm(columns, "keep"),
} as const satisfies Readonly<Record<string, (columns: readonly string[]) => ListForm>>;

export type ListType = keyof typeof listForms;
