import type { ConversionStores } from "../conversions/conversion-publications.js";
import type { RecordStore } from "../../foundation/feed/record-store.js";
import type { AccountId, AppointmentId } from "../../foundation/kernel/ids.js";
import type { KeyedStore } from "../../foundation/kernel/keyed-store.js";
import type { Appointment } from "./appointment.js";
import type { AppointmentSearch } from "./appointment-search.js";

/** Key that an appointment is found by: a patient key, the visit, or the id from its connection. */
export type AppointmentKey = {
  readonly kind: "phone" | "email" | "patient" | "person" | "visit" | "source";
  readonly value: string;
};

/** Store of an account's appointments. */
export interface AppointmentStore extends RecordStore<Appointment>, KeyedStore<Appointment> {
  /** Returns one appointment per key, in order, or `undefined` for keys without an appointment. */
  withKeys(account: AccountId, keys: readonly AppointmentKey[]): Promise<readonly (AppointmentId | undefined)[]>;
  /** Returns the highest id, or 0 if there are no appointments. */
  greatest(account: AccountId): Promise<number>;
  /**
   * Returns the first matches of each search, in order: the earliest appointment with a time, and the earliest
   * appointment with only a date. Ties go to the lowest id. The caller needs a calendar to decide between the two.
   */
  first(account: AccountId, searches: readonly AppointmentSearch[]): Promise<readonly (readonly Appointment[])[]>;
}

/** Stores for linking conversions to appointments. */
export type LinkingStores = ConversionStores & { readonly appointments: AppointmentStore };
