import type { Conversion } from "../conversions/conversion.js";
import { withdrawConversions } from "../conversions/store-conversions.js";
import type { UnitOfWork } from "../unit-of-work/unit-of-work.js";
import type { LinkingStores } from "./appointment-store.js";
import { closeAnew } from "./link-conversions.js";

/** Takes conversions out; credit for their appointments goes to who is last without them, whose time of change stays. */
export async function removeConversions(
  conversions: readonly Conversion[],
  work: UnitOfWork<LinkingStores>,
): Promise<void> {
  await withdrawConversions(conversions, work);
  await closeAnew(conversions, work);
}
