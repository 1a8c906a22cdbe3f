import type { Conversion } from "../conversions/conversion.js";
import type { ConversionStores } from "../conversions/conversion-publications.js";
import { storeConversions } from "../conversions/store-conversions.js";
import type { AppointmentId } from "../kernel/ids.js";
import { sameValue } from "../kernel/same-value.js";
import type { UnitOfWork } from "../unit-of-work/unit-of-work.js";

const pageSize = 1_000;

/** Changes every conversion of an appointment, some at a time; those that the change leaves as they are stay untouched. */
export const changeConversionsOf = (
  appointment: AppointmentId,
  change: (conversion: Conversion) => Conversion,
  work: UnitOfWork<ConversionStores>,
): Promise<void> => changeConversionsOfAll([appointment], change, work);

/** Changes every conversion of some appointments. Storing them together takes less time than storing those of each appointment. */
export async function changeConversionsOfAll(
  appointments: readonly AppointmentId[],
  change: (conversion: Conversion) => Conversion,
  work: UnitOfWork<ConversionStores>,
): Promise<void> {
  let changed: Conversion[] = [];
  for (const appointment of appointments) {
    for await (const page of pagesOf(appointment, work)) {
      changed.push(...page.map(change).filter((one, index) => !sameValue(one, page[index])));
      if (changed.length < pageSize) continue;
      await storeConversions(changed, work);
      changed = [];
    }
  }
  await storeConversions(changed, work);
}

async function* pagesOf(
  appointment: AppointmentId,
  { stores, account }: UnitOfWork<ConversionStores>,
): AsyncGenerator<readonly Conversion[]> {
  for (let after: Conversion | undefined; ;) {
    const page = await stores.conversions.ofAppointment(account, appointment, pageSize, after);
    yield page;
    after = page.at(-1);
    if (page.length < pageSize) return;
  }
}
