import type { Account } from "./account.js";
import type { AccountStore } from "./account-store.js";

/** Runs `work` for every account, one account at a time. After the last account, throws the first error, if any. */
export async function eachAccount<T>(
  { accounts }: { readonly accounts: AccountStore },
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
