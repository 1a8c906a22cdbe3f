import type { FeedPosition, Instant } from "@repute/domain";
import type { Position, Stretch } from "../lists/stretch.js";
import type { ListStatements } from "./list-statements.js";

/** The stretch of a page, and where the next one begins when there is one. */
export type Page = { readonly stretch: Stretch; readonly next?: FeedPosition };

const fewestRows = 250;
const mostRows = 4_000;

/** Looks for the end of a page of `limit` entries in steps of so many rows: each yields until the last one answers. */
export function* pageOf(statements: ListStatements, whole: Stretch, limit: number): Generator<void, Page> {
  const rows = Math.min(mostRows, Math.max(fewestRows, limit + 1));
  let last: Position | undefined;
  let found = 0;
  for (let rest: Stretch | undefined = whole; rest; yield) {
    const kept = statements.keptFirst(rest, rows);
    last ??= kept[limit - found - 1];
    found += kept.length;
    if (last && found > limit) return { stretch: { ...whole, last }, next: { ...last, at: last.at as Instant } };
    const end = statements.positionOf(rest, rows);
    rest = end && { ...rest, after: end };
  }
  return { stretch: whole };
}
