import { hash } from "node:crypto";
import {
  type Appointment,
  type AppointmentKey,
  type Invite,
  importKeysOf,
  keysOfAppointment,
  keysOfInvite,
  patientNameOf,
} from "@repute/domain";
import { comparable, integer, key, nullable, text } from "./columns.js";
import { recordTable } from "./table.js";

/** Key of a patient's appointment or invite, with all values that searches compare. */
type MatchKeyRow = {
  readonly kind: string;
  readonly value: string;
  /** 0 for an appointment with a time of day, 1 for one with only a date, {@link invited} or {@link digested}. */
  readonly form: number;
  /** Time of the appointment or invite, or the digest of an import key. */
  readonly at: number;
  readonly id: number;
  readonly lastName: string;
  readonly firstName: string;
  readonly bookedForm: number | null;
  readonly bookedAt: number | null;
  /** Day on which an appointment was booked, only if very many appointments have the key. */
  readonly bookedDay: number | null;
  readonly providerId: number | null;
};

/**
 * Keys of appointments and invites. One order serves all searches, because an import changes a page for each key and
 * order. A patient's appointments and invites are stored together for the same reason.
 */
export const matchKeyTable = recordTable<MatchKeyRow>("match_keys", {
  kind: key(text("kind")),
  value: key(text("value")),
  form: key(integer("form")),
  at: key(integer("at")),
  id: key(integer("id")),
  lastName: text("last_name"),
  firstName: text("first_name"),
  bookedForm: nullable(integer("booked_form")),
  bookedAt: nullable(integer("booked_at")),
  bookedDay: nullable(integer("booked_day")),
  providerId: nullable(integer("provider_id")),
});

/** `form` of the keys of invites. Their time is the time of sending. */
export const invited = 2;

/** `form` of the keys by which imports find appointments. */
export const digested = 3;

/** SQL condition that a key links an appointment to conversions. */
export const ofAppointment = `form < ${invited}`;

/** Values that only some keys have. */
type Details = Omit<MatchKeyRow, "kind" | "value" | "form" | "at" | "id" | "bookedDay">;

const none: Details = { lastName: "", firstName: "", bookedForm: null, bookedAt: null, providerId: null };

/** Creates a row without a spread, because an import creates a dozen rows per appointment. */
function rowOf(
  { kind, value }: Pick<MatchKeyRow, "kind" | "value">,
  { form, at }: Pick<MatchKeyRow, "form" | "at">,
  id: number,
  { lastName, firstName, bookedForm, bookedAt, providerId }: Details,
): MatchKeyRow {
  return { kind, value, form, at, id, lastName, firstName, bookedForm, bookedAt, bookedDay: null, providerId };
}

/** Returns the keys that an appointment shares with its conversions, and the keys by which imports find it. */
export function appointmentKeysOf(appointment: Appointment): MatchKeyRow[] {
  const { id, at, bookedAt } = appointment;
  const { first: firstName, last: lastName } = patientNameOf(appointment);
  const [time, booked] = [comparable(at), bookedAt === null ? null : comparable(bookedAt)];
  const details = { ...none, lastName, firstName, bookedForm: booked?.form ?? null, bookedAt: booked?.at ?? null };
  const digests = new Map(importKeysOf(appointment).map((one) => [digestOf(one), placeOf(one)]));
  const rows = keysOfAppointment(appointment).map((one) => rowOf(one, time, id, details));
  for (const [digest, place] of digests) rows.push(rowOf(place, { form: digested, at: digest }, id, none));
  return rows;
}

/** Returns the lookup keys of an invite. */
export function inviteKeysOf(invite: Invite): MatchKeyRow[] {
  const { sentAt, id, providerId } = invite;
  const details = { ...none, providerId };
  return keysOfInvite(invite).map((one) => rowOf(one, { form: invited, at: sentAt }, id, details));
}

/** Returns the hash of an import key. Hashes may collide, so callers must also compare the keys. */
export const digestOf = ({ kind, value }: AppointmentKey): number =>
  Number.parseInt(hash("sha256", `${kind} ${value}`, "hex").slice(0, 12), 16);

/**
 * Returns the kind and value under which the digest of an import key is stored: the key of the patient or of the invite
 * for the visit, because an import changes their page too.
 */
export function placeOf({ kind, value }: AppointmentKey): { readonly kind: string; readonly value: string } {
  if (kind === "source") return { kind: "visit", value };
  const [, ofPatient, patient] = (kind === "visit" && /^(\w+) (.+) \S* \d* \d*$/s.exec(value)) || [];
  return { kind: ofPatient ?? kind, value: patient ?? "" };
}
