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
  let last = new Map<string, string>();
  const changed = new Map<string, number>();
  let allHaveRefs = true;
  return {
    note(ref: string | null, slot: Slot, row: number): void {
      if (ref === null) {
        allHaveRefs = false;
        return;
      }
      const version = versionOf(slot);
      const before = last.get(ref);
      if (before === version) return;
      if (before !== undefined) changed.set(ref, row);
      last.set(ref, version);
    },
    /** What was noted, once the file was read. */
    finish(): RowVersions {
      last = new Map();
      return {
        allHaveRefs,
        supersededBy({ ref, row }) {
          const latest = ref === null ? undefined : changed.get(ref);
          return latest !== undefined && row < latest ? latest : undefined;
        },
      };
    },
  };
}
