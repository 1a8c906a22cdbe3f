import { countText } from "../table.js";

/** Formats a count with its noun, such as `1 row` or `1,200 rows`. */
export const countedText = (count: number, noun: string): string =>
  `${countText(count)} ${noun}${count === 1 ? "" : "s"}`;

/** Explains why there are more reasons than rows. Returns `undefined` if every row has one reason. */
export const reasonsNote = (reasons: number, rows: number, noun: string): string | undefined =>
  reasons > rows
    ? `${countedText(reasons, "reason")} for ${countedText(rows, noun)}, because some ${noun}s have several.`
    : undefined;

/** Counts rows whose findings come one after another. */
export function rowCounter() {
  let last: number | undefined;
  let count = 0;
  return {
    add(row: number): void {
      if (row !== last) count += 1;
      last = row;
    },
    count: () => count,
  };
}
