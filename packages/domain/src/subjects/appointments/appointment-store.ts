import type { KeyedStore } from "../../foundation/feed/keyed-store.js";
import type { AccountId, AppointmentId } from "../../foundation/kernel/ids.js";
import type { ConversionStores } from "../conversions/conversion-publications.js";
import type { AppointmentSearch } from "./appointment-search.js";
import type { Appointment } from "./appointment.js";

/** Key for looking up an appointment. Identifies the patient, the visit, or the appointment in a connected system. */
export type AppointmentKey = {
  readonly kind: "phone" | "email" | "patient" | "person" | "visit" | "source";
  readonly value: string;
};

export interface AppointmentStore extends KeyedStore<Appointment> {
  /**
   * Returns up to two matches per search, in the order of the searches.
   * The matches are the earliest appointment with a time of day and the earliest with only a date.
   * The caller chooses one of the two, because the choice depends on the account's time zone.
   * If several appointments are equally early, the appointment with the lowest id matches.
   */
  withKeys(account: AccountId, keys: readonly AppointmentKey[]): Promise<readonly (AppointmentId | undefined)[]>;
  /**
   * Returns up to two matches per search, in the order of the searches: the earliest appointment with a time of day,
   * and the earliest with only a date. Ties go to the lowest id. The caller needs a calendar to decide between the two.
   */
  first(account: AccountId, searches: readonly AppointmentSearch[]): Promise<readonly (readonly Appointment[])[]>;
}

export type LinkingStores = ConversionStores & { readonly appointments: AppointmentStore };
