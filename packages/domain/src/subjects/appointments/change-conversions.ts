import type { AppointmentId } from "../../foundation/kernel/ids.js";
import { sameValue } from "../../foundation/kernel/same-value.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import type { ConversionStores } from "../conversions/conversion-publications.js";
import type { Conversion } from "../conversions/conversion.js";
import { storeConversions } from "../conversions/store-conversions.js";

const pageSize = 1_000;

/** Number of conversions per appointment that the first query reads. Few appointments have more than this number. */
const usualMax = 10;

/** Changes all conversions of an appointment in batches. Conversions that stay the same are not written. */
export const changeConversionsOf = (
  appointment: AppointmentId,
  change: (conversion: Conversion) => Conversion,
  work: UnitOfWork<ConversionStores>,
): Promise<void> => changeRest(appointment, undefined, change, work);

/**
 * Changes all conversions of several appointments. Reads and stores the conversions of up to 100 appointments together.
 */
export async function changeConversionsOfAll(
  appointments: readonly AppointmentId[],
  change: (conversion: Conversion) => Conversion,
  work: UnitOfWork<ConversionStores>,
): Promise<void> {
  const { stores, account } = work;
  for (let start = 0; start < appointments.length; start += pageSize / usualMax) {
    const some = appointments.slice(start, start + pageSize / usualMax);
    const found = await stores.conversions.ofAppointments(account, some, usualMax);
    await storeChanged(found, change, work);
    for (const [appointment, last] of incomplete(found)) await changeRest(appointment, last, change, work);
  }
}

/**
 * Returns the appointments that may have more conversions than the first query has read.
 * Maps each of these appointments to the last conversion that was read.
 */
function incomplete(found: readonly Conversion[]): ReadonlyMap<AppointmentId, Conversion> {
  const groups = new Map<AppointmentId, Conversion[]>();
  for (const one of found) {
    const id = one.appointmentId as AppointmentId;
    groups.set(id, [...(groups.get(id) ?? []), one]);
  }
  const full = [...groups].filter(([, { length }]) => length >= usualMax);
  return new Map(full.map(([id, group]) => [id, group.reduce(laterOf)]));
}

const laterOf = (one: Conversion, other: Conversion): Conversion =>
  one.kind > other.kind || (one.kind === other.kind && one.id > other.id) ? one : other;

async function changeRest(
  appointment: AppointmentId,
  last: Conversion | undefined,
  change: (conversion: Conversion) => Conversion,
  work: UnitOfWork<ConversionStores>,
): Promise<void> {
  const { stores, account } = work;
  for (let after = last; ;) {
    const page = await stores.conversions.ofAppointment(account, appointment, pageSize, after);
    await storeChanged(page, change, work);
    after = page.at(-1);
    if (page.length < pageSize) return;
  }
}

async function storeChanged(
  conversions: readonly Conversion[],
  change: (conversion: Conversion) => Conversion,
  work: UnitOfWork<ConversionStores>,
): Promise<void> {
  const changed = conversions.map(change);
  await storeConversions(
    changed.filter((one, index) => !sameValue(one, conversions[index])),
    work,
  );
}
