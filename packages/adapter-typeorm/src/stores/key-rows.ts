import type { KeyRow } from "@repute/domain";
import type { Session } from "../session.js";

/** What takes rows of an index. */
type KeyTarget = { addRows(session: Session, rows: readonly KeyRow[]): Promise<void> };

/** So few are soon added. */
const few = 1_000;

/** Adds rows that are in order: where a second connection is to be had, one half of many beside the other. */
export function addInOrder(session: Session, target: KeyTarget, rows: readonly KeyRow[]): Promise<void> {
  if (rows.length < few) return target.addRows(session, rows);
  return session.withSecond(async (second) => {
    if (!second) return target.addRows(session, rows);
    const middle = betweenHalves(rows);
    const halves = [target.addRows(session, rows.slice(0, middle)), target.addRows(second, rows.slice(middle))];
    // Neither is left alone when the other fails.
    await Promise.allSettled(halves);
    await Promise.all(halves);
  });
}

/** Where the second half begins: of equal rows on both sides one would wait for the other's transaction to end. */
function betweenHalves(rows: readonly KeyRow[]): number {
  let middle = Math.floor(rows.length / 2);
  while (middle < rows.length && JSON.stringify(rows[middle]) === JSON.stringify(rows[middle - 1])) middle += 1;
  return middle;
}
