import type { FeedSlice } from "@repute/domain";
import type { ListStatements, Place, Stretch } from "./list-statements.js";

/** The first batch is small, so that the first byte leaves early. */
const firstRows = 250;
const mostRows = 4_000;
const mostBytes = 1_000_000;

/** A stretch whose items fit into one batch. */
export type Step = { readonly stretch: Stretch; readonly count: number };

type Fitted = Step & { readonly rows: number; readonly bytes: number; readonly isLast: boolean };

const { MAX_SAFE_INTEGER: most, MIN_SAFE_INTEGER: least } = Number;
const placeAt = (at: number): Place => ({ at, kind: least, id: least });

/**
 * Cuts a slice into stretches of so many rows, whether or not the slice keeps them: no statement ever looks through
 * more than that. A stretch ends early where its items would be more than a megabyte; a single item may be longer.
 */
export function* walk(statements: ListStatements, { window = {} }: FeedSlice): Generator<Step, void> {
  let upper: Place = window.to === undefined ? { at: most, kind: most, id: most } : placeAt(window.to);
  const lower = placeAt(window.from ?? least);
  let rows = firstRows;
  for (;;) {
    const fitted = fit(statements, { upper, lower }, rows);
    yield fitted;
    if (fitted.isLast) return;
    upper = fitted.stretch.lower;
    rows = rowsThatFit(fitted);
  }
}

/** The beginning of `rest` with at most `rows` rows and a megabyte of items, or with one row. */
function fit(statements: ListStatements, rest: Stretch, rows: number): Fitted {
  for (;;) {
    const end = statements.placeOf(rest, rows);
    const stretch = end ? { ...rest, lower: end } : rest;
    const fitted = { stretch, rows, ...statements.measure(stretch), isLast: end === undefined };
    if (fitted.bytes <= mostBytes || rows === 1) return fitted;
    rows = rowsThatFit(fitted);
  }
}

/** How many rows to try next, going by the items just measured. */
const rowsThatFit = ({ rows, bytes }: Fitted): number =>
  Math.min(mostRows, Math.max(1, Math.floor((0.95 * rows * mostBytes) / Math.max(bytes, 1))));
