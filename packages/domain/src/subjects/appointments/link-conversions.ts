import type { AppointmentId } from "../../foundation/kernel/ids.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import type { Conversion } from "../conversions/conversion.js";
import { storeConversions } from "../conversions/store-conversions.js";
import type { LinkingStores } from "./appointment-store.js";
import { closingOf, linkAppointment, withNewOrder } from "./association.js";
import { changeConversionsOf, changeConversionsOfAll } from "./change-conversions.js";
import { chooseAppointments } from "./choose-appointments.js";
import { publishLinked } from "./publish-appointments.js";

/**
 * Links conversions to the appointments that they led to, without storing anything. Also returns the conversions that
 * match no appointment.
 */
export async function linkConversions(
  conversions: readonly Conversion[],
  work: UnitOfWork<LinkingStores>,
): Promise<readonly Conversion[]> {
  const chosen = await chooseAppointments(conversions, work);
  return conversions.map((conversion) => {
    const appointment = chosen.get(conversion);
    return appointment ? linkAppointment(conversion, appointment, work.now) : conversion;
  });
}

/**
 * Stores and publishes new or newly linked conversions. Also updates the earlier conversions of their appointments.
 * Only the last conversion of an appointment becomes its closing conversion.
 * All conversions of the appointment get the current time as `modifiedAt`.
 */
export async function storeLinked(conversions: readonly Conversion[], work: UnitOfWork<LinkingStores>): Promise<void> {
  const { stores, account, now } = work;
  const linked = conversions.filter(({ appointmentId }) => appointmentId !== null);
  const before = await stores.conversions.closing(account, [...groupedByAppointment(linked).keys()]);
  const closing = new Set([...groupedByAppointment([...before, ...linked]).values()].map(closingOf));
  const displaced = before.filter((one) => !closing.has(one));
  await storeConversions(
    [
      ...conversions.map((one) => ({ ...one, closes: closing.has(one) })),
      ...displaced.map((one) => withNewOrder(one, false, now)),
    ],
    work,
  );
  // All conversions of an appointment have the same `modifiedAt`, so checking the closing conversion is enough.
  const unmoved = before.filter(({ modifiedAt }) => modifiedAt < now);
  const appointments = unmoved.map(({ appointmentId }) => appointmentId as AppointmentId);
  await changeConversionsOfAll(appointments, (one) => withNewOrder(one, one.closes, now), work);
  await publishLinked(
    linked.flatMap(({ appointmentId }) => appointmentId ?? []),
    work,
  );
}

/** After an appointment's conversions were corrected or removed, finds its closing conversion again. */
export async function redetermineClosing(
  conversions: readonly Conversion[],
  work: UnitOfWork<LinkingStores>,
): Promise<void> {
  for (const appointment of new Set(conversions.flatMap(({ appointmentId }) => appointmentId ?? []))) {
    let last: Conversion | undefined;
    await changeConversionsOf(appointment, (one) => ((last = closingOf(last ? [last, one] : [one])), one), work);
    const closes = ({ kind, id }: Conversion) => kind === last?.kind && id === last.id;
    await changeConversionsOf(appointment, (one) => ({ ...one, closes: closes(one) }), work);
    await publishLinked([appointment], work);
  }
}

function groupedByAppointment(conversions: readonly Conversion[]): ReadonlyMap<AppointmentId, readonly Conversion[]> {
  const groups = new Map<AppointmentId, Conversion[]>();
  for (const one of conversions) {
    const id = one.appointmentId as AppointmentId;
    const group = groups.get(id);
    if (group) group.push(one);
    else groups.set(id, [one]);
  }
  return groups;
}
