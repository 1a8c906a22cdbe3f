import type { User } from "../users/user.js";
import { emailKey } from "../users/user.js";
import type { ReadLine } from "./bundle-kinds.js";
import type { Report } from "./read-bundle-line.js";

/** Of a `user` line what two lines must not share. */
type Address = { readonly line: number; readonly id: number; readonly email: string };

/** Collects `user` lines, and tells of those whose address another user has, in the file or in the account. */
export function userChecker() {
  const lines: Address[] = [];
  return {
    note({ line, kind, values: { id, email } }: ReadLine): void {
      if (kind === "user") lines.push({ line, id: id as number, email: emailKey(email as string) });
    },
    async check(usersWith: (emails: readonly string[]) => Promise<readonly User[]>, report: Report): Promise<void> {
      const stored = lines.length === 0 ? [] : await usersWith(lines.map(({ email }) => email));
      const loaded = new Set(lines.map(({ id }) => id));
      const owners = new Map(
        stored
          .filter(({ id }) => !loaded.has(id))
          .map(({ id, email }) => [emailKey(email), `user ${id} of the account`]),
      );
      for (const { line, id, email } of lines) {
        const owner = owners.get(email);
        if (owner === undefined) owners.set(email, `user ${id} on line ${line}`);
        else report({ line, kind: "user", key: "email", message: `${owner} has the same one` });
      }
    },
  };
}
