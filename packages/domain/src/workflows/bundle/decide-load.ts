import type { Catalog } from "../../foundation/catalog/catalog.js";
import { catalogParts } from "../../foundation/catalog/catalog.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import type { Instant } from "../../foundation/kernel/instant.js";
import { isLoading } from "../../foundation/loads/is-loading.js";
import { sameValue } from "../../foundation/kernel/same-value.js";
import type { Suppression } from "../../foundation/suppression/suppression.js";
import { readSuppression } from "../../foundation/suppression/suppression.js";
import { emailKey } from "../../subjects/users/user.js";
import { recordUsers } from "../../subjects/users/record-users.js";
import type { UserLine } from "../../subjects/users/user-line.js";
import { userFromLine } from "../../subjects/users/user-line.js";
import type { BundleContents } from "./check-bundle.js";
import type { DeletedRecords } from "./deleted-records.js";
import { checkedLine } from "./lines-of.js";
import type { LoadPorts, LoadStores } from "./load-ports.js";
import type { Tally } from "./load-report.js";
import { addTo, emptyTally } from "./load-report.js";
import { readPart, userStep } from "./load-steps.js";
import type { PartPlace } from "../../foundation/loads/load-store.js";
import { removeUserLines } from "./remove-records.js";
import { storeSmallKinds } from "./small-kinds.js";
import type { Staging } from "./stage-bundle.js";

/** A bundle that was checked against a catalog and a suppression list, and where its lines are staged. */
type Checked = {
  readonly contents: BundleContents;
  readonly catalog: Catalog;
  readonly suppression: Suppression;
  readonly staging: Staging;
};

type Work = { readonly stores: LoadStores; readonly account: AccountId; readonly now: Instant };

/**
 * Decides a load in one unit of work: stores all that a rule can still refuse (settings, catalog and users) and takes the
 * account's load slot. Returns `false` if the check is outdated: another load or an import is unfinished, the catalog
 * changed, another user got an address of the bundle, or a person was erased. Nothing is stored then.
 */
export function decideLoad(
  { storage, clock, secrets, operator, ...places }: LoadPorts,
  account: AccountId,
  { contents, catalog, suppression, staging }: Checked,
): Promise<boolean> {
  return storage.transact(account, async (stores, now) => {
    const work = { stores, account, now };
    if (await isOutdated(work, catalog, staging)) return false;
    // A person was erased meanwhile. The lines about the person must not be stored.
    if ((await readSuppression(stores, secrets, account)).version !== suppression.version) return false;
    if (await anyAddressTaken(work, staging.name, contents.deleted)) return false;
    const tally = emptyTally();
    await storeSmallKinds({ ...work, at: clock(), operator }, contents, tally);
    await storeUsers(work, staging.name, tally);
    await removeUserLines(work, contents.deleted, tally.removed, places);
    const [changed, removed] = [Object.fromEntries(tally.changed), Object.fromEntries(tally.removed)];
    await stores.loads.save(account, {
      staging: staging.name,
      isComplete: false,
      isDiscarded: false,
      changed,
      removed,
    });
    return true;
  });
}

async function isOutdated({ stores, account }: Work, checked: Catalog, staging: Staging): Promise<boolean> {
  const { loads, importRuns, catalog } = stores;
  if (await isLoading(stores, account)) return true;
  if ((await importRuns.incomplete(account)).length > 0) return true;
  if ((await loads.count(account, staging.name)) !== staging.parts()) return true;
  return !sameValue(await catalog.read(account, ...catalogParts), checked);
}

/** Whether another user has got the address of a user of the bundle since the check. */
async function anyAddressTaken({ stores, account }: Work, staging: string, deleted: DeletedRecords): Promise<boolean> {
  const [ids, owners] = [new Set<number>(deleted.ids.get("user")), new Set<number>()];
  for await (const { users } of userParts(stores, account, staging)) {
    for (const { id } of users) ids.add(id);
    const found = await stores.users.byEmails(
      account,
      users.map(({ email }) => emailKey(email)),
    );
    for (const { id } of found) owners.add(id);
  }
  return [...owners].some((id) => !ids.has(id));
}

async function storeUsers(work: Work, staging: string, { changed }: Tally): Promise<void> {
  const { stores, account } = work;
  for await (const { users, part } of userParts(stores, account, staging)) {
    addTo(changed, "user", (await recordUsers(users, work)).length);
    await stores.loads.remove(account, staging, part);
  }
}

/** The staged users of a bundle, part by part. */
async function* userParts({ loads }: Pick<LoadStores, "loads">, account: AccountId, staging: string) {
  for (let after: PartPlace | undefined; ;) {
    const part = await loads.next(account, staging, after);
    if (part?.step !== userStep) return;
    yield { part, users: readPart(part.body).map((line) => userFromLine(checkedLine(line).values as UserLine)) };
    after = part;
  }
}
