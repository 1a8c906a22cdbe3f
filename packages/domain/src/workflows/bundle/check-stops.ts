import type { ReadLine } from "./bundle-kinds.js";
import type { Report } from "../../foundation/records/line-rules.js";

/** Tells of `stop` lines that take out what another line gives or takes out; never whose stop it is. */
export function stopChecker() {
  const given = new Map<unknown, number>();
  const deleted = new Map<unknown, number>();
  return {
    note({ line, kind, values: { contact }, isDeletion }: ReadLine, report: Report): void {
      if (kind !== "stop") return;
      const before = deleted.get(contact) ?? (isDeletion ? given.get(contact) : undefined);
      if (before === undefined) (isDeletion ? deleted : given).set(contact, line);
      else report({ line, kind, key: "contact", message: `is a duplicate of line ${before}` });
    },
  };
}
