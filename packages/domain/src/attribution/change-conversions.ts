import type { Conversion } from "../conversions/conversion.js";
import { storeConversions } from "../conversions/store-conversions.js";
import type { Rendering } from "../feed/publication.js";
import type { AppointmentId } from "../kernel/ids.js";
import { sameValue } from "../kernel/same-value.js";

const slice = 1_000;

/** Changes every conversion of an appointment, some at a time; those that the change leaves as they are stay untouched. */
export async function changeConversionsOf(
  appointment: AppointmentId,
  change: (conversion: Conversion) => Conversion,
  rendering: Rendering,
): Promise<void> {
  const { stores, account } = rendering;
  for (let after: Conversion | undefined; ;) {
    const page = await stores.conversions.ofAppointment(account, appointment, slice, after);
    const changed = page.map(change).filter((one, index) => !sameValue(one, page[index]));
    await storeConversions(changed, rendering);
    after = page.at(-1);
    if (page.length < slice) return;
  }
}
