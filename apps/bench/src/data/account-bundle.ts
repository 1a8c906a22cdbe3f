import type { BundleLine, BundleSource } from "@repute/domain";
import { catalogLines } from "./catalog-lines.js";
import { reviewLine } from "./review-line.js";

const chunkLines = 1_000;

/** A made-up account with so many reviews, oldest first. */
export function accountBundle(account: number, rows: number): BundleSource {
  return {
    async *read() {
      const catalog = catalogLines(`Practice ${account}`);
      yield catalog.map((value, index) => ({ line: index + 1, value }));
      for (let first = 0; first < rows; first += chunkLines) {
        const count = Math.min(chunkLines, rows - first);
        yield Array.from({ length: count }, (_, index) => ({
          line: catalog.length + first + index + 1,
          value: reviewLine(account, rows, first + index),
        }));
      }
    },
  };
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
