import { giveBack } from "../lists/give-back.js";
import type { StretchOf } from "../lists/stretch.js";
import type { Gathered, Step, Steps } from "./steps.js";

/** The first batch is small, so that the first byte leaves early. */
const firstRows = 250;
const mostRows = 4_000;
const mostBytes = 500_000;

/** What may be joined, and thrown away again, to find out whether it is a batch. */
const mostJoined = 16 * mostBytes;

/** How many rows were looked through for it, and where the last of them is when there may be more. */
type Taken<P> = Omit<Step, "isLast"> & { readonly rows: number; readonly end: P | undefined };

const nothing = new Uint8Array();

/**
 * Reads a stretch in steps of so many rows, whether or not the slice keeps them: no statement ever looks through more
 * than that. A step ends early where its items would be more than half a megabyte; a single item may be longer.
 */
export function* walk<P>(statements: Steps<P>, whole: StretchOf<P>): Generator<Step, void> {
  let rest: StretchOf<P> | undefined = whole;
  let rows = firstRows;
  while (rest) {
    const taken: Taken<P> = takeAtOnce(statements, rest, rows) ?? takeMeasured(statements, rest, rows);
    // Whoever gets a step may give its memory back.
    rows = rowsThatFit(taken.rows, taken.json.length);
    rest = taken.end && { ...rest, after: taken.end };
    yield { count: taken.count, json: taken.json, isLast: rest === undefined };
  }
}

/** One pass over `rows` rows; nothing where their items turn out to be more than a batch. */
function takeAtOnce<P>(statements: Steps<P>, rest: StretchOf<P>, rows: number): Taken<P> | undefined {
  const longest = Math.floor(mostJoined / rows);
  const found = statements.gatherFirst(rest, rows, longest);
  const json = found.json ?? nothing;
  if ((found.longest ?? 0) > longest || json.length > mostBytes) {
    if (found.json) giveBack(found.json);
    return undefined;
  }
  const end = found.rows < rows ? undefined : (soleAt(statements, found) ?? statements.positionOf(rest, rows));
  return { rows, count: found.count, json, end };
}

const soleAt = <P>(statements: Steps<P>, { at }: Gathered): P | undefined =>
  at === null ? undefined : statements.soleAt(at);

/** At most `rows` rows with at most half a megabyte of items, or one row: measured first, whatever that takes. */
function takeMeasured<P>(statements: Steps<P>, rest: StretchOf<P>, rows: number): Taken<P> {
  for (let tried = rows; ;) {
    const end = statements.positionOf(rest, tried);
    const { count, bytes } = statements.measure(end ? { ...rest, last: end } : rest);
    if (bytes <= mostBytes || tried === 1) {
      return { rows: tried, count, json: statements.gatherFirst(rest, tried, bytes).json ?? nothing, end };
    }
    tried = rowsThatFit(tried, bytes);
  }
}

/** How many rows to try next, going by how many bytes of items the last ones had. */
const rowsThatFit = (rows: number, bytes: number): number =>
  Math.min(mostRows, Math.max(1, Math.floor((0.95 * rows * mostBytes) / Math.max(bytes, 1))));
