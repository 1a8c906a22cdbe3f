import type { User } from "../../subjects/users/user.js";
import { isAdministrator } from "../../subjects/users/user.js";
import type { LineOf } from "./deleted-records.js";
import type { Report } from "../../foundation/records/line-rules.js";

/** Tells of a user who is taken out as the account's last active Administrator. */
export function checkAdministrators(
  stored: readonly User[],
  given: readonly Pick<User, "id" | "role" | "active">[],
  deleted: ReadonlySet<number>,
  lineOf: LineOf,
  report: Report,
): void {
  const gone = stored.find((user) => deleted.has(user.id) && isAdministrator(user));
  const replaced = new Set(given.map(({ id }) => id));
  const staying = stored.filter(({ id }) => !deleted.has(id) && !replaced.has(id));
  if (!gone || [...staying, ...given].some((user) => isAdministrator(user))) return;
  const line = lineOf("user", gone.id);
  const message = "is the last active Administrator of the account; add another Administrator in this bundle";
  report({ ...(line !== undefined && { line }), kind: "user", key: "id", message });
}
