import { freeBuffers } from "../lists/free-buffers.js";
import type { RangeOf } from "../lists/position-range.js";
import type { Gathered, Step, Steps } from "./steps.js";

/** Number of rows in the first batch. A small first batch sends the first byte early. */
const firstRows = 250;
const maxRows = 4_000;
const maxBytes = 500_000;

/**
 * Maximum number of bytes that SQLite concatenates before their size is known.
 * A result that is too large for a batch is discarded.
 */
const maxJoinedBytes = 16 * maxBytes;

/**
 * Result of one step. `rows` is the number of rows read, whether or not they match the slice.
 * `end` is the position of the last row, or undefined if no row follows.
 */
type StepResult<P> = Omit<Step, "isLast"> & { readonly rows: number; readonly end: P | undefined };

const nothing = new Uint8Array();

/**
 * Reads a range in steps. Each statement reads a limited number of rows, including rows that do not match the slice.
 * A step ends early if its items exceed half a megabyte. A single item may be longer.
 */
export function* walk<P>(statements: Steps<P>, whole: RangeOf<P>): Generator<Step, void> {
  let rest: RangeOf<P> | undefined = whole;
  let rows = firstRows;
  while (rest) {
    const step: StepResult<P> = takeAtOnce(statements, rest, rows) ?? takeMeasured(statements, rest, rows);
    // Compute the next number of rows from the bytes before `yield`, because the consumer may free the bytes.
    rows = rowsThatFit(step.rows, step.json.length);
    rest = step.end && { ...rest, after: step.end };
    yield { count: step.count, json: step.json, isLast: rest === undefined };
  }
}

/** Reads `rows` rows in one pass. Returns undefined if their items are too large for one batch. */
function takeAtOnce<P>(statements: Steps<P>, rest: RangeOf<P>, rows: number): StepResult<P> | undefined {
  const longest = Math.floor(maxJoinedBytes / rows);
  const found = statements.gatherFirst(rest, rows, longest);
  const json = found.json ?? nothing;
  if ((found.longest ?? 0) > longest || json.length > maxBytes) {
    if (found.json) freeBuffers(found.json);
    return undefined;
  }
  const end = found.rows < rows ? undefined : (soleAt(statements, found) ?? statements.positionOf(rest, rows));
  return { rows, count: found.count, json, end };
}

const soleAt = <P>(statements: Steps<P>, { at }: Gathered): P | undefined =>
  at === null ? undefined : statements.soleAt(at);

/**
 * Measures the items before reading them.
 * Reads up to `rows` rows whose items fit into half a megabyte, or a single row of any size.
 */
function takeMeasured<P>(statements: Steps<P>, rest: RangeOf<P>, rows: number): StepResult<P> {
  for (let tried = rows; ;) {
    const end = statements.positionOf(rest, tried);
    const { count, bytes } = statements.measure(end ? { ...rest, last: end } : rest);
    if (bytes <= maxBytes || tried === 1) {
      return { rows: tried, count, json: statements.gatherFirst(rest, tried, bytes).json ?? nothing, end };
    }
    tried = rowsThatFit(tried, bytes);
  }
}

/** Returns the number of rows to read next, based on the average size of the previous rows. */
const rowsThatFit = (rows: number, bytes: number): number =>
  Math.min(maxRows, Math.max(1, Math.floor((0.95 * rows * maxBytes) / Math.max(bytes, 1))));
