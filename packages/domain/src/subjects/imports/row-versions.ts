import { numberOfText, textTable } from "../../foundation/kernel/text-table.js";
import { type Slot, versionOf } from "./slot.js";
import type { Visit } from "./visit.js";

/** Index that shows which rows of a file are superseded by later rows about the same appointment. */
export type RowVersions = {
  /**
   * If a later row supersedes the given row, returns the number of the row with the appointment's latest version.
   * Otherwise, returns `undefined`.
   */
  supersededBy(visit: Pick<Visit, "ref" | "row">): number | undefined;
  /** True if every row has an appointment id. */
  readonly allHaveRefs: boolean;
};

/**
 * Collects the versions of appointments. Add the rows in file order. After `finish`, only changed appointments stay in
 * memory.
 */
export function rowVersions() {
  let last = textTable(1);
  const changed = textTable(1);
  let allHaveRefs = true;
  return {
    note(ref: string | null, slot: Slot, row: number): void {
      if (ref === null) {
        allHaveRefs = false;
        return;
      }
      const version = numberOfText(versionOf(slot));
      const before = last.find(ref);
      if (before < 0) {
        last.add(ref, version);
        return;
      }
      if (last.get(before, 0) === version) return;
      last.set(before, 0, version);
      const known = changed.find(ref);
      if (known < 0) changed.add(ref, row);
      else changed.set(known, 0, row);
    },
    /** Returns the index of row versions. Call this function after the last row of the file was added. */
    finish(): RowVersions {
      last = textTable(1);
      return {
        allHaveRefs,
        supersededBy({ ref, row }) {
          const at = ref === null ? -1 : changed.find(ref);
          const latest = at < 0 ? row : changed.get(at, 0);
          return row < latest ? latest : undefined;
        },
      };
    },
  };
}
