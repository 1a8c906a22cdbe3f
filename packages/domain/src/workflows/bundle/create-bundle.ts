import type { BundleLine } from "./bundle-format.js";
import type { BundleSource, ParsedLine } from "./bundle-lines.js";

/** Maximum number of lines that are read at a time. */
const chunkLines = 1_000;

/**
 * Creates an account bundle for `bundle.load` from lines in memory, or from a function that returns lines. The domain
 * reads a bundle several times, and calls the function each time. The function must return the same lines every time.
 */
export const createBundle = (
  lines: Iterable<BundleLine> | (() => Iterable<BundleLine> | AsyncIterable<BundleLine>),
): BundleSource => ({ read: () => chunksOf(typeof lines === "function" ? lines() : lines) });

async function* chunksOf(lines: Iterable<BundleLine> | AsyncIterable<BundleLine>): AsyncGenerator<ParsedLine[], void> {
  let chunk: ParsedLine[] = [];
  let line = 0;
  for await (const value of lines) {
    chunk.push({ line: (line += 1), value });
    if (chunk.length < chunkLines) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}
