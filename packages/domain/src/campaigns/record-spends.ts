import type { Rendering } from "../feed/publication.js";
import { sameValue } from "../kernel/same-value.js";
import type { Spend } from "./spend.js";

/** Stores spends that are new or different; answers these. */
export async function recordSpends(
  spends: readonly Spend[],
  { stores, account }: Pick<Rendering, "stores" | "account">,
): Promise<readonly Spend[]> {
  const ids = spends.map(({ id }) => id);
  const known = new Map((await stores.spends.byIds(account, ids)).map((one) => [one.id, one]));
  const changed = spends.filter((one) => !sameValue(one, known.get(one.id)));
  await stores.spends.save(account, changed);
  return changed;
}
