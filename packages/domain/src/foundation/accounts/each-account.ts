import type { AccountStore } from "./account-store.js";
import type { Account } from "./account.js";

/** Runs `work` for every account, one account at a time. After the last account, throws the first error, if any. */
export const eachAccount = async <T>(
  { accounts }: { readonly accounts: AccountStore },
  work: (account: Account) => Promise<T>,
): Promise<readonly T[]> => oneByOne(await accounts.all(), work);

/** Runs `work` for every element, one at a time. After the last element, throws the first error, if any. */
export async function oneByOne<E, T>(elements: readonly E[], work: (element: E) => Promise<T>): Promise<readonly T[]> {
  const done: T[] = [];
  const failures: unknown[] = [];
  for (const element of elements) {
    try {
      done.push(await work(element));
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return done;
}
