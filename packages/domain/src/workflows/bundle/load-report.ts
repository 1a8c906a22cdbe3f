import type { BundleKind } from "./bundle-kinds.js";
import type { BundleContents } from "./check-bundle.js";

/** Number of lines of a kind in the bundle. After storing, also the numbers of changed and deleted records. */
type LoadedKind = { readonly lines: number; readonly changed?: number; readonly deleted?: number };

/** Result of a load, with counts by kind of record. */
export type LoadReport = {
  readonly stored: boolean;
  readonly lines: number;
  readonly kinds: Readonly<Partial<Record<BundleKind, LoadedKind>>>;
};

export type Counts = Map<BundleKind, number>;

/** Numbers of records that were new or changed, and of records that were deleted. */
export type Tally = { readonly changed: Counts; readonly removed: Counts };

export const emptyTally = (): Tally => ({ changed: new Map(), removed: new Map() });

export function addTo(counts: Counts, kind: BundleKind, records: number): void {
  counts.set(kind, (counts.get(kind) ?? 0) + records);
}

/** Returns the total number of changed and deleted records. */
export const totalOf = ({ changed, removed }: Tally): number =>
  [...changed.values(), ...removed.values()].reduce((sum, count) => sum + count, 0);

/** Creates the report. A dry run does not compare with stored records, so its report contains no numbers of changes. */
export function loadReport({ lines, counts, deleted }: BundleContents, stored?: Tally): LoadReport {
  const kinds = new Set([...counts.keys(), ...deleted.ids.keys(), ...deleted.keys.keys()]);
  const found = [...kinds].map((kind): [BundleKind, LoadedKind] => {
    const deletions = deleted.lines(kind);
    return [
      kind,
      {
        lines: (counts.get(kind) ?? 0) + deletions,
        ...(stored && { changed: stored.changed.get(kind) ?? 0 }),
        ...(stored && deletions > 0 && { deleted: stored.removed.get(kind) ?? 0 }),
      },
    ];
  });
  return { stored: stored !== undefined, lines, kinds: Object.fromEntries(found) };
}
