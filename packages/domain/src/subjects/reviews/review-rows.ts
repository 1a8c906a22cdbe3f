import type { Problem } from "../../foundation/kernel/domain-error.js";
import { defaulted, label, optional, shortText, text } from "../../foundation/kernel/line-fields.js";
import { type Field, readLine, type Shaped } from "../../foundation/kernel/line-shape.js";
import { plainCell } from "../../foundation/kernel/text.js";
import type { Instant } from "../../foundation/kernel/times.js";

export const reviewFields = [
  "review_id",
  "rating",
  "comment",
  "reviewer",
  "created_at",
  "updated_at",
  "location",
  "provider",
] as const;
export type ReviewField = (typeof reviewFields)[number];

/** Headings of a table of reviews by field. `null` means that the table has no such column. */
export type ReviewColumns = { readonly [Field in ReviewField]?: string | null };

/** Values of a review as in the file, without empty cells. */
export type ReviewCells = { readonly [Field in ReviewField]?: unknown };

/**
 * Review as a platform exports it. `problem` is the reason why the row is unreadable. `row` is the row number in a
 * spreadsheet, the position in a JSON document, or the number of the line.
 */
export type ReviewRow = { readonly row: number } & ({ readonly cells: ReviewCells } | { readonly problem: string });

/** File with the reviews of a platform. The file can be read from the beginning any number of times. */
export interface ReviewFile {
  /** Reads the rows in file order, in batches. `columns` are the headings that the connection names. */
  read(columns: ReviewColumns): AsyncIterable<readonly ReviewRow[]>;
}

/** Parses a time in a file. Returns `undefined` if the format is unknown. */
type ReadTime = (text: string) => Instant | undefined;

/** Values of a row without problems. */
export type ReviewValues = Shaped<ReturnType<typeof reviewShape>>;

function reviewShape(readTime: ReadTime) {
  const time: Field<Instant> = {
    expected: "a date, with or without a time",
    read: (value) => (typeof value === "string" ? readTime(value) : undefined),
  };
  return {
    review_id: label,
    rating: stars,
    comment: defaulted(text, ""),
    reviewer: optional(shortText),
    created_at: time,
    updated_at: optional(time),
    location: defaulted(shortText, ""),
    provider: defaulted(shortText, ""),
  };
}

/** Creates a function that reads the values of a row, or returns its problems. */
export function reviewReader(readTime: ReadTime) {
  const shape = reviewShape(readTime);
  return (row: ReviewRow): { readonly values: ReviewValues } | { readonly problems: readonly Problem[] } => {
    if ("problem" in row) return { problems: [{ message: row.problem }] };
    const cells = Object.entries(row.cells).map(([field, value]) => [field, cleaned(field, value)]);
    return readLine(
      shape,
      Object.fromEntries(cells.filter(([, value]) => value !== "" && value !== undefined)) as ReviewCells,
    );
  };
}

const cleaned = (field: string, value: unknown): unknown =>
  typeof value !== "string" ? value : (field === "comment" ? value : plainCell(value)).trim();

/** Number of stars by word: of Google, and of recommendations on Facebook. */
const starWords = new Map(
  Object.entries({ ONE: 1, TWO: 2, THREE: 3, FOUR: 4, FIVE: 5, YES: 5, NO: 1, POSITIVE: 5, NEGATIVE: 1 }),
);

const starNumber = /^([1-5](?:[.,]\d{1,3})?) ?(?:\/ ?5|out of 5|stars?)?$/i;

/** Field for a rating such as `FIVE`, `4.5`, `4/5`, `4 stars` or `★★★★☆`. */
const stars: Field<number> = {
  expected: "1 to 5 stars, such as 4, 4.5, FOUR or 4/5",
  read(value) {
    const written = typeof value === "number" ? String(value) : typeof value === "string" ? value : "";
    const word = starWords.get(written.toUpperCase());
    if (word !== undefined) return word;
    if (/^(?=.{1,5}$)★+☆*$/u.test(written)) return written.replaceAll("☆", "").length;
    const number = Number((starNumber.exec(written)?.[1] ?? "").replace(",", "."));
    return number >= 1 && number <= 5 ? number : undefined;
  },
};
