import type { LaterStep } from "../../foundation/records/line-rules.js";
import type { AnyLoadedType, RecordStores } from "../../subjects/record-types/record-types.js";
import type { DeletedRecords } from "./deleted-records.js";
import { addTo, type Counts } from "./load-report.js";
import { removedFirst, removedLast } from "./load-steps.js";
import { type LoadWork, removeLines, runLater } from "./store-lines.js";

const pageSize = 1_000;

/**
 * Deletes the records that a bundle's deletion lines identify. The order of the lines does not matter.
 *
 * `first` runs before anything is stored, so that new records do not conflict with deleted ones. `last` runs after
 * everything is stored. Both add the number of deleted records to `removed`.
 */
export function removal(about: LoadWork, deleted: DeletedRecords, removed: Counts) {
  const later = new Map<LaterStep<RecordStores>, unknown[]>();
  return {
    async first(): Promise<void> {
      for (const type of removedFirst) {
        const values = await removeNamed(type, about, deleted, removed);
        if (type.lines.removing.later) later.set(type.lines.removing.later, values);
      }
    },
    async last(): Promise<void> {
      for (const [step, values] of later) await runLater(step, values, about.work);
      await removeLast(about, deleted, removed);
    },
  };
}

/** Deletes the records of the types that must be deleted after everything else is stored. */
export async function removeLast(about: LoadWork, deleted: DeletedRecords, removed: Counts): Promise<void> {
  for (const type of removedLast) await removeNamed(type, about, deleted, removed);
}

/** Deletes the records of one type. Returns values that are needed after all deletions are done. */
async function removeNamed(
  type: AnyLoadedType,
  about: LoadWork,
  deleted: DeletedRecords,
  removed: Counts,
): Promise<unknown[]> {
  const { kind } = type;
  const values: unknown[] = [];
  const named = deleted.named(kind);
  for (let start = 0; start < named.length; start += pageSize) {
    const { count, later = [] } = await removeLines(type, named.slice(start, start + pageSize), about);
    addTo(removed, kind, count);
    for (const value of later) values.push(value);
  }
  return values;
}
