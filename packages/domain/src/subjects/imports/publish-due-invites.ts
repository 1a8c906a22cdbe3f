import type { AccountId } from "../../foundation/kernel/ids.js";
import type { Clock } from "../../foundation/kernel/instant.js";
import type { Transactions } from "../../foundation/kernel/storage.js";
import { type SettingStores, unitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import type { InviteDirectory } from "../invites/invite-store.js";
import type { ReviewStores } from "../reviews/review-publications.js";
import { recordInvites } from "./record-invites.js";

/** Maximum number of invites that are published in one transaction. */
const maxBatch = 1_000;

type DueStores = ReviewStores & SettingStores;
type DuePorts = { readonly storage: Transactions<DueStores> };

/**
 * Publishes all invites whose planned time has passed, in all accounts. Returns the number of invites. Several
 * processes can call this function at the same time.
 */
export function publishDueInvites({
  storage,
  clock,
}: {
  readonly storage: DuePorts["storage"] & { readonly invites: InviteDirectory };
  readonly clock: Clock;
}) {
  return async (isStopping: () => boolean = () => false): Promise<number> => {
    const failures: unknown[] = [];
    let published = 0;
    for (const account of await storage.invites.due(clock())) {
      try {
        published += await publishDueInvitesOf({ storage }, account, isStopping);
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
    return published;
  };
}

/** Publishes an account's invites whose planned time has passed. Returns the number of invites. */
export async function publishDueInvitesOf(
  { storage }: DuePorts,
  account: AccountId,
  isStopping: () => boolean = () => false,
): Promise<number> {
  for (let published = 0; ;) {
    if (isStopping()) return published;
    const count = await storage.transact(account, async (stores, now) => {
      const waiting = await stores.invites.waiting(account, { until: now, limit: maxBatch });
      const due = waiting.map((invite) => ({ ...invite, isWaiting: false }));
      if (due.length > 0) await recordInvites(due, await unitOfWork(stores, account, now));
      await stores.invites.noteNextDue(account);
      return due.length;
    });
    published += count;
    if (count < maxBatch) return published;
  }
}
