import type { Conversion } from "../conversions/conversion.js";
import { withdrawConversions } from "../conversions/store-conversions.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import type { LinkingStores } from "./appointment-store.js";
import { closeAnew } from "./link-conversions.js";

/**
 * Deletes conversions. Their appointments are attributed to the last remaining conversion, without a new time of
 * change.
 */
export async function removeConversions(
  conversions: readonly Conversion[],
  work: UnitOfWork<LinkingStores>,
): Promise<void> {
  await withdrawConversions(conversions, work);
  await closeAnew(conversions, work);
}
