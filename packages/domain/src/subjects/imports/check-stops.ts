import type { LineCheck } from "../../foundation/records/line-rules.js";

/** Reports a `stop` line that deletes a contact if another line has the same contact. Does not reveal the contact. */
export function checkStops(): LineCheck<unknown> {
  const added = new Map<unknown, number>();
  const deleted = new Map<unknown, number>();
  return {
    note({ line, kind, values: { contact }, isDeletion }, report) {
      const before = deleted.get(contact) ?? (isDeletion ? added.get(contact) : undefined);
      if (before === undefined) (isDeletion ? deleted : added).set(contact, line);
      else report({ line, kind, key: "contact", message: `is a duplicate of line ${before}` });
    },
  };
}
