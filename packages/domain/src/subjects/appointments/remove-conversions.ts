import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import type { Conversion } from "../conversions/conversion.js";
import { withdrawConversions } from "../conversions/store-conversions.js";
import type { LinkingStores } from "./appointment-store.js";
import { redetermineClosing } from "./link-conversions.js";

/**
 * Deletes conversions. The last remaining conversion of each appointment becomes the closing one, with its `modifiedAt`
 * unchanged.
 */
export async function removeConversions(
  conversions: readonly Conversion[],
  work: UnitOfWork<LinkingStores>,
): Promise<void> {
  await withdrawConversions(conversions, work);
  await redetermineClosing(conversions, work);
}
