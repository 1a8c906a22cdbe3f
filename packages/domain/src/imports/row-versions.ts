import { numberOfText, textTable } from "../kernel/text-table.js";
import type { Visit } from "./visit.js";
import type { Slot } from "./slot.js";
import { versionOf } from "./slot.js";

/** Which rows of a file are overruled by later ones about the same appointment. */
export type RowVersions = {
  /** The row where the last version of the appointment begins, for a row of an earlier one. */
  supersededBy(visit: Pick<Visit, "ref" | "row">): number | undefined;
  /** Whether every row says what the practice's system calls its appointment. */
  readonly allHaveRefs: boolean;
};

/** Notes the versions of appointments, row by row in the order of the file; only what changes is kept in the end. */
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
    /** What was noted, once the file was read. */
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
