import type { Position, Stretch } from "../lists/stretch.js";
import type { ListStatements } from "./list-statements.js";

/** The first batch is small, so that the first byte leaves early. */
const firstRows = 250;
const mostRows = 4_000;
const mostBytes = 500_000;

/** What may be joined, and thrown away again, to find out whether it is a batch. */
const mostJoined = 16 * mostBytes;

/** Items that fit into one batch, perhaps none. */
export type Step = { readonly count: number; readonly json: Uint8Array; readonly isLast: boolean };

/** How many rows were looked through for it, and where the last of them is when there may be more. */
type Taken = Omit<Step, "isLast"> & { readonly rows: number; readonly end: Position | undefined };

const nothing = new Uint8Array();

/**
 * Reads a stretch in steps of so many rows, whether or not the slice keeps them: no statement ever looks through more
 * than that. A step ends early where its items would be more than half a megabyte; a single item may be longer.
 */
export function* walk(statements: ListStatements, whole: Stretch): Generator<Step, void> {
  let rest: Stretch | undefined = whole;
  let rows = firstRows;
  while (rest) {
    const taken: Taken = takeAtOnce(statements, rest, rows) ?? takeMeasured(statements, rest, rows);
    yield { count: taken.count, json: taken.json, isLast: taken.end === undefined };
    rest = taken.end && { ...rest, after: taken.end };
    rows = rowsThatFit(taken.rows, taken.json.length);
  }
}

/** One pass over `rows` rows; nothing where their items turn out to be more than a batch. */
function takeAtOnce(statements: ListStatements, rest: Stretch, rows: number): Taken | undefined {
  const longest = Math.floor(mostJoined / rows);
  const found = statements.gatherFirst(rest, rows, longest);
  const json = found.json ?? nothing;
  if ((found.longest ?? 0) > longest || json.length > mostBytes) return undefined;
  const isLast = found.rows < rows || found.at === null;
  const end = isLast ? undefined : (statements.soleAt(found.at) ?? statements.positionOf(rest, rows));
  return { rows, count: found.count, json, end };
}

/** At most `rows` rows with at most half a megabyte of items, or one row: measured first, whatever that takes. */
function takeMeasured(statements: ListStatements, rest: Stretch, rows: number): Taken {
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
