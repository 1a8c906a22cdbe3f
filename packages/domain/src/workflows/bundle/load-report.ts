import type { BundleKind } from "./bundle-kinds.js";
import type { BundleContents } from "./check-bundle.js";

/**
 * What was loaded of a kind: lines in the bundle, and, once stored, records that were new or different; where lines take
 * records out, how many of these there were.
 */
type LoadedKind = { readonly lines: number; readonly changed?: number; readonly deleted?: number };

/** What was loaded, by kind. */
export type LoadReport = {
  readonly stored: boolean;
  readonly lines: number;
  readonly kinds: Readonly<Partial<Record<BundleKind, LoadedKind>>>;
};

/** How many records of a kind. */
export type Counts = Map<BundleKind, number>;

/** How many records were new or different, and deleted. */
export type Tally = { readonly changed: Counts; readonly removed: Counts };

export const emptyTally = (): Tally => ({ changed: new Map(), removed: new Map() });

/** Adds a number of records of a kind. */
export function addTo(counts: Counts, kind: BundleKind, records: number): void {
  counts.set(kind, (counts.get(kind) ?? 0) + records);
}

/** Number of all records. */
export const totalOf = ({ changed, removed }: Tally): number =>
  [...changed.values(), ...removed.values()].reduce((sum, count) => sum + count, 0);

/** What was only checked is not compared with what is stored, so nothing is said of changes then. */
export function loadReport({ lines, counts, deleted }: BundleContents, stored?: Tally): LoadReport {
  const kinds = new Set([...counts.keys(), ...deleted.ids.keys(), ...deleted.keys.keys()]);
  const found = [...kinds].map((kind): [BundleKind, LoadedKind] => {
    const gone = deleted.lines(kind);
    return [
      kind,
      {
        lines: (counts.get(kind) ?? 0) + gone,
        ...(stored && { changed: stored.changed.get(kind) ?? 0 }),
        ...(stored && gone > 0 && { deleted: stored.removed.get(kind) ?? 0 }),
      },
    ];
  });
  return { stored: stored !== undefined, lines, kinds: Object.fromEntries(found) };
}
