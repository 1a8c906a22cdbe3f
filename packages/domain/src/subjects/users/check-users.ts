import type { LineCheck, LineOf, Report } from "../../foundation/records/line-rules.js";
import { userFromLine, type UserLine } from "./user-line.js";
import type { UserStore } from "./user-store.js";
import { emailKey, isAdministrator, type User } from "./user.js";

/**
 * Values of a `user` line that are needed to find duplicate addresses and to make sure that an Administrator remains.
 */
type Loaded = Pick<User, "id" | "role" | "active"> & { readonly line: number; readonly address: string };

/** Store that the check reads. */
export type UserReads = { readonly users: Pick<UserStore, "byEmails" | "all"> };

/**
 * Checks that no two users have the same address, in the bundle or in the account, and that the bundle does not delete
 * the last active Administrator.
 */
export function checkUsers(): LineCheck<UserReads> {
  const lines: Loaded[] = [];
  const deleted = new Set<number>();
  return {
    note({ line, values, isDeletion }) {
      if (isDeletion) {
        deleted.add(values["id"] as number);
        return;
      }
      const { id, role, active, email } = userFromLine(values as UserLine);
      lines.push({ line, id, role, active, address: emailKey(email) });
    },
    async finish(read, lineOf, report) {
      const addresses = lines.map(({ address }) => address);
      const stored = lines.length === 0 ? [] : await read(({ users }, account) => users.byEmails(account, addresses));
      const loaded = new Set(lines.map(({ id }) => id as number));
      const owners = new Map(
        stored
          .filter(({ id }) => !loaded.has(id) && !deleted.has(id))
          .map(({ id, email }) => [emailKey(email), `user ${id} in the account`]),
      );
      for (const { line, id, address } of lines) {
        const owner = owners.get(address);
        if (owner === undefined) owners.set(address, `user ${id} on line ${line}`);
        else report({ line, kind: "user", key: "email", message: `is already used by ${owner}` });
      }
      if (deleted.size === 0) return;
      const all = await read(({ users }, account) => users.all(account));
      checkAdministrators(all, lines, deleted, lineOf, report);
    },
  };
}

function checkAdministrators(
  stored: readonly User[],
  loaded: readonly Loaded[],
  deleted: ReadonlySet<number>,
  lineOf: LineOf,
  report: Report,
): void {
  const administrator = stored.find((user) => deleted.has(user.id) && isAdministrator(user));
  const replaced = new Set(loaded.map(({ id }) => id));
  const staying = stored.filter(({ id }) => !deleted.has(id) && !replaced.has(id));
  if (!administrator || [...staying, ...loaded].some((user) => isAdministrator(user))) return;
  const line = lineOf("user", administrator.id);
  const message = "is the last active Administrator of the account; add another Administrator in this bundle";
  report({ ...(line !== undefined && { line }), kind: "user", key: "id", message });
}
