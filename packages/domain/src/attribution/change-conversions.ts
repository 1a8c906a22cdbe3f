import type { Conversion } from "../conversions/conversion.js";
import type { ConversionStores } from "../conversions/conversion-publications.js";
import { storeConversions } from "../conversions/store-conversions.js";
import type { AppointmentId } from "../kernel/ids.js";
import { sameValue } from "../kernel/same-value.js";
import type { UnitOfWork } from "../unit-of-work/unit-of-work.js";

const pageSize = 1_000;

/** Changes an appointment's conversions in batches. Unchanged conversions are not written. */
export async function changeConversionsOf(
  appointment: AppointmentId,
  change: (conversion: Conversion) => Conversion,
  work: UnitOfWork<ConversionStores>,
): Promise<void> {
  const { stores, account } = work;
  for (let after: Conversion | undefined; ;) {
    const page = await stores.conversions.ofAppointment(account, appointment, pageSize, after);
    const changed = page.map(change).filter((one, index) => !sameValue(one, page[index]));
    await storeConversions(changed, work);
    after = page.at(-1);
    if (page.length < pageSize) return;
  }
}
