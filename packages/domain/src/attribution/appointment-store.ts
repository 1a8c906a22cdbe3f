import type { ConversionStores } from "../conversions/conversion-publications.js";
import type { RecordStore } from "../feed/record-store.js";
import type { AccountId, AppointmentId } from "../kernel/ids.js";
import type { KeyedStore } from "../kernel/keyed-store.js";
import type { Appointment } from "./appointment.js";
import type { AppointmentSearch } from "./appointment-search.js";

/** By what an appointment is found: its patient, or itself as one visit, or as what a connection calls it. */
export type AppointmentKey = {
  readonly kind: "phone" | "email" | "patient" | "person" | "visit" | "source";
  readonly value: string;
};

/** The appointments of an account. */
export interface AppointmentStore extends RecordStore<Appointment>, KeyedStore<Appointment> {
  /** For each key, in their order, one appointment that has it; `undefined` where none has. */
  withKeys(account: AccountId, keys: readonly AppointmentKey[]): Promise<readonly (AppointmentId | undefined)[]>;
  /** The greatest id, 0 when there is none. */
  greatest(account: AccountId): Promise<number>;
  /**
   * For each search, in their order, the appointments that it finds first: the one of the earliest moment, and the one
   * of the earliest bare day, each with the least id of several; it takes a calendar to tell which of the two is earlier.
   */
  first(account: AccountId, searches: readonly AppointmentSearch[]): Promise<readonly (readonly Appointment[])[]>;
}

/** What linking conversions to appointments needs. */
export type LinkingStores = ConversionStores & { readonly appointments: AppointmentStore };
