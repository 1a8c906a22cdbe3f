import type { FeedStores } from "../../foundation/feed/publication.js";
import type { SpendId } from "../../foundation/kernel/ids.js";
import { sameValue } from "../../foundation/kernel/same-value.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import { publishSpends } from "./publish-spends.js";
import type { SpendStore } from "./spend-store.js";
import type { Spend } from "./spend.js";

type Work = Pick<UnitOfWork<FeedStores & { readonly spends: SpendStore }>, "stores" | "account" | "now">;

/** Stores and publishes new and changed campaign costs. Returns the new and changed costs. */
export async function recordSpends(spends: readonly Spend[], work: Work): Promise<readonly Spend[]> {
  const { stores, account } = work;
  const ids = spends.map(({ id }) => id);
  const known = new Map((await stores.spends.byIds(account, ids)).map((one) => [one.id, one]));
  const changed = spends.filter((one) => !sameValue(one, known.get(one.id)));
  await stores.spends.save(account, changed);
  const before = changed.flatMap(({ id }) => known.get(id) ?? []);
  await publishSpends(changed, work, before);
  return changed;
}

/** Deletes campaign costs and their list entries. Returns the costs that existed. */
export async function removeSpends(ids: readonly SpendId[], work: Work): Promise<readonly Spend[]> {
  const { stores, account } = work;
  const found = await stores.spends.byIds(account, ids);
  await stores.spends.remove(account, ids);
  await publishSpends([], work, found);
  return found;
}
