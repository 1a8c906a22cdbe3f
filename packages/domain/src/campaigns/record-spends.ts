import { sameValue } from "../kernel/same-value.js";
import type { UnitOfWork } from "../unit-of-work/unit-of-work.js";
import type { Spend } from "./spend.js";
import type { SpendStore } from "./spend-store.js";

/** Stores spends that are new or different; returns these. */
export async function recordSpends(
  spends: readonly Spend[],
  { stores, account }: Pick<UnitOfWork<{ readonly spends: SpendStore }>, "stores" | "account">,
): Promise<readonly Spend[]> {
  const ids = spends.map(({ id }) => id);
  const known = new Map((await stores.spends.byIds(account, ids)).map((one) => [one.id, one]));
  const changed = spends.filter((one) => !sameValue(one, known.get(one.id)));
  await stores.spends.save(account, changed);
  return changed;
}
