import type { BundleLine, BundleSource } from "@repute/domain";
import type { Line } from "./catalog-lines.js";
import { catalogLines } from "./catalog-lines.js";
import { inviteLine, responseLine } from "./other-lines.js";
import { reviewLine } from "./review-line.js";

const chunkLines = 1_000;

/** How many rows the lists beside the reviews have. */
const otherRows = (rows: number): number => Math.round(rows / 4);

/** A made-up account with so many reviews, oldest first, and a quarter as many invites and survey responses. */
export function accountBundle(account: number, rows: number): BundleSource {
  const others = otherRows(rows);
  return {
    async *read() {
      const catalog = catalogLines(`Practice ${account}`);
      yield catalog.map((value, index) => ({ line: index + 1, value }));
      yield* chunks(catalog.length, rows, (index) => reviewLine(account, rows, index));
      yield* chunks(catalog.length + rows, others, (index) => inviteLine(account, others, index));
      yield* chunks(catalog.length + rows + others, others, (index) => responseLine(account, others, index));
    },
  };
}

/** `count` lines that follow the line `before`. */
function* chunks(before: number, count: number, lineAt: (index: number) => Line): Generator<readonly BundleLine[]> {
  for (let first = 0; first < count; first += chunkLines) {
    const length = Math.min(chunkLines, count - first);
    yield Array.from({ length }, (_, index) => ({
      line: before + first + index + 1,
      value: lineAt(first + index),
    }));
  }
}

/** Lines of text that are read as often as needed, each time from JSON as from a file. */
export function textBundle(lines: readonly string[]): BundleSource {
  const read = (text: string, index: number): BundleLine => ({ line: index + 1, value: JSON.parse(text) as unknown });
  return {
    async *read() {
      for (let first = 0; first < lines.length; first += chunkLines) {
        yield lines.slice(first, first + chunkLines).map((text, index) => read(text, first + index));
      }
    },
  };
}
