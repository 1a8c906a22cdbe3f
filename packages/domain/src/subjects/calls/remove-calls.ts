import type { CallId } from "../../foundation/kernel/ids.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import { removeConversions } from "../appointments/remove-conversions.js";
import type { Conversion } from "../conversions/conversion.js";
import type { CallIdStore } from "./call-id-store.js";
import type { CallStores } from "./record-calls.js";

export type CallRemovalStores = CallStores & { readonly callIds: CallIdStore };

/** Deletes calls, and the ids that call trackers use for these calls. Returns the deleted conversions. */
export async function removeCalls(
  ids: readonly CallId[],
  work: UnitOfWork<CallRemovalStores>,
): Promise<readonly Conversion[]> {
  const { stores, account } = work;
  const found = await stores.conversions.byIds(account, "call", ids);
  await removeConversions(found, work);
  await stores.callIds.remove(account, ids);
  return found;
}
