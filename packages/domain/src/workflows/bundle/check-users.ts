import type { User } from "../../subjects/users/user.js";
import { emailKey } from "../../subjects/users/user.js";
import type { UserLine } from "../../subjects/users/user-line.js";
import { userFromLine } from "../../subjects/users/user-line.js";
import type { ReadLine } from "./bundle-kinds.js";
import { checkAdministrators } from "./check-administrators.js";
import type { LineOf } from "./deleted-records.js";
import type { Report } from "../../foundation/records/line-rules.js";

/** Of a `user` line what two lines must not share, and what makes an Administrator. */
type Loaded = Pick<User, "id" | "role" | "active"> & { readonly line: number; readonly address: string };

/** The users of the account: those with one of some addresses, or all of them. */
type StoredUsers = {
  usersWith(emails: readonly string[]): Promise<readonly User[]>;
  users(): Promise<readonly User[]>;
};

/**
 * Collects `user` lines, and tells of those whose address another user has, in the file or in the account, and of a last
 * Administrator who is taken out.
 */
export function userChecker() {
  const lines: Loaded[] = [];
  const deleted = new Set<number>();
  return {
    note({ line, kind, values, isDeletion }: ReadLine): void {
      if (kind !== "user") return;
      if (isDeletion) {
        deleted.add(values["id"] as number);
        return;
      }
      const { id, role, active, email } = userFromLine(values as UserLine);
      lines.push({ line, id, role, active, address: emailKey(email) });
    },
    async check({ usersWith, users }: StoredUsers, lineOf: LineOf, report: Report): Promise<void> {
      const stored = lines.length === 0 ? [] : await usersWith(lines.map(({ address }) => address));
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
      if (deleted.size > 0) checkAdministrators(await users(), lines, deleted, lineOf, report);
    },
  };
}
