import { textTable } from "../../foundation/kernel/text-table.js";
import { keysOfVisit } from "./visit-keys.js";
import type { Visit } from "./visit.js";

/** Appointment ids for rows that have none. The ids come from later rows of the same file about the same visit. */
export type LearnedIds = {
  /**
   * Returns a copy of the row with the appointment id from a later row about the same visit.
   * Returns the row unchanged if the row already has an appointment id or no such later row exists.
   */
  named(visit: Visit): Visit;
};

/**
 * Collects appointment ids from the rows of a file. Add the rows in file order. Stores only the ids of visits that also
 * have a row without an id.
 */
export function learnedIds(connection: string) {
  const unnamed = textTable(0);
  const refs = new Map<string, string>();
  let isEmpty = true;
  const keyOf = (visit: Visit) => keysOfVisit(visit, connection).visit;
  return {
    /** Adds a row. As long as all rows have an id, `readVisit` is not called. */
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
