import type { AppointmentId } from "../../foundation/kernel/ids.js";
import { sameValue } from "../../foundation/kernel/json.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import { type Conversion, conversionKinds } from "../conversions/conversion.js";
import { storeConversions } from "../conversions/conversions.js";
import { type Appointment, factsOf, publishAppointments } from "./appointment.js";
import {
  changeConversionsOf,
  freeOfAppointment,
  linkAppointment,
  linkConversions,
  storeLinked,
} from "./association.js";
import { searchesFor } from "./matching.js";

/**
 * Stores new and changed appointments, and updates the conversions linked to them. Returns the new and changed
 * appointments.
 *
 * Does not link conversions, so that all appointments can be stored before linking starts.
 */
export async function storeAppointments(
  appointments: readonly Appointment[],
  work: UnitOfWork,
  save: SaveAppointments = (changed) => work.stores.appointments.save(work.account, changed),
): Promise<readonly Appointment[]> {
  const { stores, account } = work;
  const ids = appointments.map(({ id }) => id);
  const known = new Map((await stores.appointments.byIds(account, ids)).map((one) => [one.id, one]));
  const changed = appointments.filter((one) => !sameValue(one, known.get(one.id)));
  const isNew = ({ id }: Appointment) => !known.has(id);
  // Publish new appointments first, so that the database inserts the list entries while the store prepares its rows.
  await publishAppointments(changed.filter(isNew), work, () => true);
  await save(changed, known);
  const corrected = changed.filter((one) => {
    const before = known.get(one.id);
    return before && !sameValue(factsOf(one), factsOf(before));
  });
  await correctConversions(corrected, work);
  await publishAppointments(
    changed.filter((one) => !isNew(one)),
    work,
  );
  return changed;
}

/** Saves new and changed appointments. `known` has the stored versions of the changed appointments. */
type SaveAppointments = (
  changed: readonly Appointment[],
  known: ReadonlyMap<AppointmentId, Appointment>,
) => Promise<void>;

/** Copies changed appointment values to the linked conversions, and updates `modifiedAt` of these conversions. */
async function correctConversions(appointments: readonly Appointment[], work: UnitOfWork): Promise<void> {
  const { stores, account, now } = work;
  if (appointments.length === 0) return;
  const ids = appointments.map(({ id }) => id);
  const closing = await stores.conversions.closing(account, ids);
  const linked = new Set(closing.map(({ appointmentId }) => appointmentId));
  for (const appointment of appointments.filter(({ id }) => linked.has(id))) {
    await changeConversionsOf(appointment.id, (one) => linkAppointment(one, appointment, now), work);
  }
}

const pageSize = 500;

/**
 * Links unlinked conversions that match any of these appointments. Each conversion is compared with all stored
 * appointments, so the order in which appointments are stored does not matter.
 */
export async function linkWaiting(ids: readonly AppointmentId[], work: UnitOfWork): Promise<void> {
  const { stores, account } = work;
  if (!(await stores.conversions.anyWaiting(account))) return;
  for (const some of pagesOf(ids)) await linkTo(await stores.appointments.byIds(account, some), work);
}

async function linkTo(appointments: readonly Appointment[], work: UnitOfWork): Promise<void> {
  const { stores, account, matching } = work;
  const searches = appointments.flatMap((one) => searchesFor(one, matching));
  for (;;) {
    // Repeat the same query: it returns only unlinked conversions, so each iteration gets new ones.
    const waiting = await stores.conversions.waiting(account, searches, pageSize);
    if (waiting.length === 0) return;
    const linked = (await linkConversions(waiting, work)).filter(({ appointmentId }) => appointmentId !== null);
    if (linked.length === 0)
      throw new Error("a search for conversions returned a conversion that matches no appointment");
    await storeLinked(linked, work);
  }
}

function* pagesOf<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < all.length; start += pageSize) yield all.slice(start, start + pageSize);
}

/** Conversion that was unlinked because its appointment was deleted. */
export type FreedConversion = Pick<Conversion, "kind" | "id">;

/**
 * Deletes appointments and unlinks their conversions. Returns the appointments that existed.
 * Appends the unlinked conversions to `freed`.
 * After all other appointments are stored, pass `freed` to `linkFreed`.
 */
export async function removeAppointments(
  ids: readonly AppointmentId[],
  work: UnitOfWork,
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

async function freeConversions(appointment: AppointmentId, work: UnitOfWork, freed: FreedConversion[]): Promise<void> {
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
export async function linkFreed(freed: readonly FreedConversion[], work: UnitOfWork): Promise<void> {
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
