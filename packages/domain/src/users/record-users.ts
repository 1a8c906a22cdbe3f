import { sameValue } from "../kernel/same-value.js";
import type { UnitOfWork } from "../unit-of-work/unit-of-work.js";
import type { User } from "./user.js";
import type { UserStore } from "./user-store.js";

/** What storing users of a bundle needs. */
export type RecordUserStores = { readonly users: UserStore };

/** Stores users that are new or different; returns these. Nobody is invited by it. */
export async function recordUsers(
  loaded: readonly User[],
  { stores: { users }, account }: Pick<UnitOfWork<RecordUserStores>, "stores" | "account">,
): Promise<readonly User[]> {
  const ids = loaded.map(({ id }) => id);
  const known = new Map((await users.byIds(account, ids)).map((one) => [one.id, one]));
  const changed = loaded.filter((one) => !sameValue(one, known.get(one.id)));
  await users.save(account, changed);
  return changed;
}
