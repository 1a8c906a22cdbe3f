import type { Storage } from "../ports.js";
import type { Account } from "./account.js";

/** Does something for every account, one after the other; what failed first is thrown once all of them had their turn. */
export async function eachAccount<T>(
  { accounts }: Pick<Storage, "accounts">,
  work: (account: Account) => Promise<T>,
): Promise<readonly T[]> {
  const done: T[] = [];
  const failures: unknown[] = [];
  for (const account of await accounts.all()) {
    try {
      done.push(await work(account));
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return done;
}
