import { noneRenamed } from "../../foundation/catalog/names.js";
import type { Problem } from "../../foundation/kernel/domain-error.js";
import type { LocationId } from "../../foundation/kernel/ids.js";
import { idOf, oneOf, optional } from "../../foundation/kernel/line-fields.js";
import type { Shaped } from "../../foundation/kernel/line-shape.js";
import { pagesOf } from "../../foundation/kernel/storage.js";
import type { InputLine, LineOf, ReadAccount, Report } from "../../foundation/records/record-type.js";
import { loadedTypes, type RecordKind } from "../../subjects/record-types/record-types.js";

/** Record types of which a bundle can declare that it contains all records. */
const listed = loadedTypes.filter(({ lines }) => lines.pages);

/** Fields of a `complete` line in a bundle. */
export const completeLine = {
  of: oneOf(listed.map(({ kind }) => kind)),
  location_id: optional(idOf<LocationId>("location")),
};

/** First declaration about a kind, and the locations of all its declarations. `null` means the whole account. */
type Declared = { readonly line: number; readonly locations: Set<LocationId | null> };

/** Number of stored records in the declared lists of a kind, and number of the records that the bundle does not name. */
export type Compared = { readonly stored: number; readonly missing: number };

/** Numbers of records below which a list may be emptied without permission. */
const fewRecords = 20;

const pageSize = 1_000;

/** Collects the lists that a bundle declares complete, and finds the stored records that it does not name. */
export function completeLists() {
  const declared = new Map<string, Declared>();
  const compared = new Map<RecordKind, Compared>();

  function declare({ line, values }: InputLine, report: Report): void {
    const { of, location_id: location } = values as Shaped<typeof completeLine>;
    const type = listed.find(({ kind }) => kind === of);
    const refuse = (key: string, message: string) => report({ line, kind: "complete", key, message });
    if (location !== null && !type?.lines.shape["location_id"]) {
      refuse("location_id", `is not allowed, because a record of the kind ${of} has no location`);
    }
    const known = declared.get(of) ?? { line, locations: new Set() };
    if (known.locations.has(location)) refuse("of", "is a duplicate of an earlier line");
    declared.set(of, { ...known, locations: known.locations.add(location) });
  }

  return {
    /** Numbers of records by kind, after `missing` has ended. */
    compared: compared as ReadonlyMap<RecordKind, Compared>,
    /**
     * Remembers a declaration. Reports a line that comes after the declaration of its list: if the end of a file is
     * lost, its declarations must be lost too.
     */
    note(line: InputLine, report: Report): void {
      if (line.kind === "complete") return declare(line, report);
      const first = declared.get(line.kind)?.line;
      if (first === undefined) return;
      report({ line: line.line, kind: line.kind, message: `must come before the complete line ${first}` });
    },
    /** Yields a deletion line for each stored record that the bundle does not name. */
    async *missing(read: ReadAccount, lineOf: LineOf): AsyncGenerator<readonly DeletionLine[]> {
      for (const { kind, lines } of listed) {
        const { line, locations } = declared.get(kind) ?? {};
        const { pages } = lines;
        if (line === undefined || !locations || !pages) continue;
        const locationIds = [...locations].filter((id) => id !== null);
        const mentioning = locations.has(null) ? {} : { mentioning: { ...noneRenamed, locationIds } };
        let [stored, missing] = [0, 0];
        const next = pagesOf(pageSize, (page) => read((stores, id) => pages(stores, id, { ...page, ...mentioning })));
        for await (const records of next) {
          const unnamed = records.filter(({ id }) => lineOf(kind, id) === undefined);
          stored += records.length;
          missing += unnamed.length;
          yield unnamed.map(({ id }) => ({ line, kind, values: { id }, isDeletion: true }));
        }
        compared.set(kind, { stored, missing });
      }
    },
    /** Returns a problem for each kind that would lose more than half of its records without permission. */
    excess(allowed: number | undefined): readonly Problem[] {
      const total = [...compared.values()].reduce((sum, { missing }) => sum + missing, 0);
      if (allowed === total) return [];
      return [...compared].flatMap(([kind, { stored, missing }]) =>
        stored < fewRecords || missing * 2 <= stored
          ? []
          : excessOf(kind, declared.get(kind)?.line, stored, missing, total),
      );
    },
  };
}

type DeletionLine = InputLine & { readonly kind: RecordKind; readonly isDeletion: true };

const excessOf = (kind: string, line: number | undefined, stored: number, missing: number, total: number): Problem => ({
  ...(line !== undefined && { line }),
  ...{ kind: "complete", key: "of" },
  message: `would delete ${missing} of ${stored} records of the kind ${kind}, more than half; if this is intended, allow exactly ${total} deletions (--allow-deletions ${total}, or allow_deletions=${total} over HTTP)`,
});
