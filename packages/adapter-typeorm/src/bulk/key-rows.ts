import type { Session } from "../engine/session.js";

/** Values of an index row, in the order of the index columns. */
export type KeyRow = readonly (string | number | null)[];

/** Table that stores lookup keys of records. */
type KeyTarget = { addRows(session: Session, rows: readonly KeyRow[]): Promise<void> };

/** Number of rows below which a second connection is not worthwhile. */
const minForTwo = 1_000;

/** Inserts sorted rows. If a second connection is free, each connection inserts half of the rows. */
export function addInOrder(session: Session, target: KeyTarget, rows: readonly KeyRow[]): Promise<void> {
  if (rows.length < minForTwo) return target.addRows(session, rows);
  return session.withSecond(async (second) => {
    if (!second) return target.addRows(session, rows);
    const middle = betweenHalves(rows);
    const halves = [target.addRows(session, rows.slice(0, middle)), target.addRows(second, rows.slice(middle))];
    // Wait for both halves, even if one fails.
    await Promise.allSettled(halves);
    await Promise.all(halves);
  });
}

/**
 * Returns the index at which the second half starts.
 * Equal rows stay in the same half, because one transaction would otherwise wait for the other.
 */
function betweenHalves(rows: readonly KeyRow[]): number {
  let middle = Math.floor(rows.length / 2);
  while (middle < rows.length && JSON.stringify(rows[middle]) === JSON.stringify(rows[middle - 1])) middle += 1;
  return middle;
}
