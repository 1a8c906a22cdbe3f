import { textTable } from "../../foundation/kernel/text-table.js";
import type { Visit } from "./visit.js";
import { keysOfVisit } from "./visit-keys.js";

/** Appointment ids of a file that rows without an id get from later rows about the same visit. */
export type LearnedIds = {
  /** Returns the row, with the appointment id that a later row of the file has for this visit. */
  named(visit: Visit): Visit;
};

/** Collects the ids of a file's rows in file order. Only ids of visits that also have a row without an id are kept. */
export function learnedIds(connection: string) {
  const unnamed = textTable(0);
  const refs = new Map<string, string>();
  let isEmpty = true;
  const keyOf = (visit: Visit) => keysOfVisit(visit, connection).visit;
  return {
    /** Records a row. `readVisit` is called only if the row can matter. */
    note(ref: string | null, readVisit: () => Visit): void {
      if (ref !== null && isEmpty) return;
      const key = keyOf(readVisit());
      if (key === undefined) return;
      const isKnown = unnamed.find(key) >= 0;
      if (ref !== null && isKnown && !refs.has(key)) refs.set(key, ref);
      if (ref !== null || isKnown) return;
      unnamed.add(key);
      isEmpty = false;
    },
    named(visit: Visit): Visit {
      if (visit.ref !== null || refs.size === 0) return visit;
      const ref = refs.get(keyOf(visit) ?? "");
      return ref === undefined ? visit : { ...visit, ref };
    },
  };
}
