import type { AppointmentId } from "../../foundation/kernel/ids.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import { type Conversion, conversionKinds } from "../conversions/conversion.js";
import { storeConversions } from "../conversions/store-conversions.js";
import type { LinkingStores } from "./appointment-store.js";
import type { Appointment } from "./appointment.js";
import { freeOfAppointment } from "./association.js";
import { linkConversions, storeLinked } from "./link-conversions.js";

/** Conversion that was unlinked because its appointment was deleted. */
export type FreedConversion = Pick<Conversion, "kind" | "id">;

const pageSize = 500;

/**
 * Deletes appointments and unlinks their conversions. Returns the appointments that existed.
 * Appends the unlinked conversions to `freed`.
 * After all other appointments are stored, pass `freed` to `linkFreed`.
 */
export async function removeAppointments(
  ids: readonly AppointmentId[],
  work: UnitOfWork<LinkingStores>,
  freed: FreedConversion[],
): Promise<readonly Appointment[]> {
  const { stores, account } = work;
  const found = await stores.appointments.byIds(account, ids);
  const known = found.map(({ id }) => id);
  await stores.appointments.remove(account, known);
  const feedIds = known.map((id) => ({ kind: 0, id: id as number }));
  await stores.feed.remove(account, "appointments", feedIds);
  const closing = await stores.conversions.closing(account, known);
  for (const { appointmentId } of closing) await freeConversions(appointmentId as AppointmentId, work, freed);
  return found;
}

async function freeConversions(
  appointment: AppointmentId,
  work: UnitOfWork<LinkingStores>,
  freed: FreedConversion[],
): Promise<void> {
  const { stores, account, now } = work;
  for (;;) {
    // Repeat the same query: it returns only linked conversions, so each iteration gets new ones.
    const page = await stores.conversions.ofAppointment(account, appointment, pageSize);
    if (page.length === 0) return;
    await storeConversions(
      page.map((one) => freeOfAppointment(one, now)),
      work,
    );
    for (const { kind, id } of page) freed.push({ kind, id });
  }
}

/** Links conversions that are still unlinked to the best matching stored appointments. */
export async function linkFreed(freed: readonly FreedConversion[], work: UnitOfWork<LinkingStores>): Promise<void> {
  const { stores, account } = work;
  for (const kind of conversionKinds) {
    const ids = freed.flatMap((one) => (one.kind === kind ? [one.id] : []));
    for (let start = 0; start < ids.length; start += pageSize) {
      const some = await stores.conversions.byIds(account, kind, ids.slice(start, start + pageSize));
      const waiting = some.filter(({ appointmentId }) => appointmentId === null);
      const linked = (await linkConversions(waiting, work)).filter(({ appointmentId }) => appointmentId !== null);
      await storeLinked(linked, work);
    }
  }
}
