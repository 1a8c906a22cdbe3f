import type { AppointmentId } from "../../foundation/kernel/ids.js";
import { sameValue } from "../../foundation/kernel/json.js";
import { flag, idOf, optional } from "../../foundation/kernel/line-fields.js";
import type { Instant } from "../../foundation/kernel/times.js";
import type { LineValues } from "../../foundation/records/record-type.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import { type Conversion, conversionKinds, noAppointment } from "../conversions/conversion.js";
import { storeConversions, withdrawConversions } from "../conversions/conversions.js";
import { type Appointment, factsOf, publishLinked } from "./appointment.js";
import { chooseAppointments } from "./matching.js";

// After a conversion is created, only the functions of this module change its `modifiedAt`.

/**
 * Links a conversion to an appointment. If the conversion is already linked, updates the values copied from the
 * appointment.
 */
export const linkAppointment = (conversion: Conversion, appointment: Appointment, now: Instant): Conversion => ({
  ...conversion,
  ...factsOf(appointment),
  modifiedAt: now,
});

/** Removes the link between a conversion and its deleted appointment. */
export const freeOfAppointment = (conversion: Conversion, now: Instant): Conversion => ({
  ...conversion,
  ...noAppointment,
  modifiedAt: now,
});

/** Sets whether a conversion is the last one before its appointment, and updates its `modifiedAt`. */
const withNewOrder = (conversion: Conversion, closes: boolean, now: Instant): Conversion => ({
  ...conversion,
  closes,
  modifiedAt: now,
});

/** Returns the last conversion before an appointment. In reports, this conversion gets the credit for the appointment. */
export const closingOf = (conversions: readonly Conversion[]): Conversion | undefined =>
  conversions.reduce<Conversion | undefined>((last, one) => (last && byTouch(last, one) > 0 ? last : one), undefined);

/**
 * Compares two conversions of an appointment by time. If the times are equal, calls come before submissions, then lower
 * ids come first.
 */
export const byTouch = (a: Conversion, b: Conversion): number =>
  a.at - b.at || conversionKinds.indexOf(a.kind) - conversionKinds.indexOf(b.kind) || a.id - b.id;

/** Fields of bundle lines with results that the server that exported a call or submission had determined. */
export const outcomeFields = {
  new_patient: optional(flag),
  appointment_id: optional(idOf<AppointmentId>("appointment")),
};

/** Results in the lines of calls or submissions, by their id. `null` means that Repute determines the result. */
export type StatedOutcomes = ReadonlyMap<
  number,
  { readonly newPatient: boolean | null; readonly appointmentId: AppointmentId | null }
>;

export const noOutcomes: StatedOutcomes = new Map();

/** Returns the results in checked lines. A load that an earlier version has staged has none. */
export const outcomesIn = (lines: readonly LineValues[]): StatedOutcomes =>
  new Map(
    lines.map(({ id, new_patient: newPatient = null, appointment_id: appointment = null }) => [
      id as number,
      { newPatient: newPatient as boolean | null, appointmentId: appointment as AppointmentId | null },
    ]),
  );

/**
 * Links conversions to the appointments that they led to, without storing anything. Also returns the conversions that
 * match no appointment.
 */
export async function linkConversions(
  conversions: readonly Conversion[],
  work: UnitOfWork,
  stated: StatedOutcomes = noOutcomes,
): Promise<readonly Conversion[]> {
  const { stores, account, now } = work;
  const ids = new Set(conversions.flatMap(({ id }) => stated.get(id)?.appointmentId ?? []));
  const found = ids.size === 0 ? [] : await stores.appointments.byIds(account, [...ids]);
  const byId = new Map(found.map((one) => [one.id, one]));
  const statedFor = ({ id }: Conversion) => byId.get(stated.get(id)?.appointmentId as AppointmentId);
  const chosen = await chooseAppointments(
    conversions.filter((one) => !statedFor(one)),
    work,
  );
  return conversions.map((conversion) => {
    const appointment = statedFor(conversion) ?? chosen.get(conversion);
    return appointment ? linkAppointment(conversion, appointment, now) : conversion;
  });
}

/**
 * Stores and publishes new or newly linked conversions. Also updates the earlier conversions of their appointments.
 * Only the last conversion of an appointment becomes its closing conversion.
 * All conversions of the appointment get the current time as `modifiedAt`.
 */
export async function storeLinked(conversions: readonly Conversion[], work: UnitOfWork): Promise<void> {
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
export async function redetermineClosing(conversions: readonly Conversion[], work: UnitOfWork): Promise<void> {
  const appointments = [...new Set(conversions.flatMap(({ appointmentId }) => appointmentId ?? []))];
  for (let start = 0; start < appointments.length; start += pageSize / usualMax) {
    const some = appointments.slice(start, start + pageSize / usualMax);
    const groups = groupedByAppointment(await work.stores.conversions.ofAppointments(work.account, some, usualMax));
    const complete = [...groups.values()].filter(({ length }) => length < usualMax);
    const closing = new Set(complete.map(closingOf));
    await storeChanged(complete.flat(), (one) => ({ ...one, closes: closing.has(one) }), work);
    for (const [appointment, { length }] of groups) if (length >= usualMax) await redetermineOf(appointment, work);
    await publishLinked(some, work);
  }
}

/** Finds the closing conversion of an appointment that may have more conversions than one query reads. */
async function redetermineOf(appointment: AppointmentId, work: UnitOfWork): Promise<void> {
  let last: Conversion | undefined;
  await changeConversionsOf(appointment, (one) => ((last = closingOf(last ? [last, one] : [one])), one), work);
  const closes = ({ kind, id }: Conversion) => kind === last?.kind && id === last.id;
  await changeConversionsOf(appointment, (one) => ({ ...one, closes: closes(one) }), work);
}

/**
 * Deletes conversions. The last remaining conversion of each appointment becomes the closing one, with its `modifiedAt`
 * unchanged.
 */
export async function removeConversions(conversions: readonly Conversion[], work: UnitOfWork): Promise<void> {
  await withdrawConversions(conversions, work);
  await redetermineClosing(conversions, work);
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

const pageSize = 1_000;

/** Number of conversions per appointment that the first query reads. Few appointments have more than this number. */
const usualMax = 10;

/** Changes all conversions of an appointment in batches. Conversions that stay the same are not written. */
export const changeConversionsOf = (
  appointment: AppointmentId,
  change: (conversion: Conversion) => Conversion,
  work: UnitOfWork,
): Promise<void> => changeRest(appointment, undefined, change, work);

/**
 * Changes all conversions of several appointments. Reads and stores the conversions of up to 100 appointments together.
 */
async function changeConversionsOfAll(
  appointments: readonly AppointmentId[],
  change: (conversion: Conversion) => Conversion,
  work: UnitOfWork,
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
  work: UnitOfWork,
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
  work: UnitOfWork,
): Promise<void> {
  const changed = conversions.map(change);
  await storeConversions(
    changed.filter((one, index) => !sameValue(one, conversions[index])),
    work,
  );
}
