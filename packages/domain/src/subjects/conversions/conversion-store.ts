import type { RecordPage, RecordStore } from "../../foundation/feed/record-store.js";
import type { AccountId, AppointmentId } from "../../foundation/kernel/ids.js";
import type { ConversionSearch } from "./conversion-search.js";
import type { Conversion, ConversionKind } from "./conversion.js";

/** Store of an account's conversions. Calls and submissions have separate id sequences. */
export interface ConversionStore {
  /** Returns the conversions of one kind with these ids, in any order. Ignores unknown ids. */
  byIds(account: AccountId, kind: ConversionKind, ids: readonly Conversion["id"][]): Promise<Conversion[]>;
  /** Inserts or replaces conversions by kind and id. */
  save(account: AccountId, conversions: readonly Conversion[]): Promise<void>;
  /** Deletes conversions of one kind. Ignores unknown ids. */
  remove(account: AccountId, kind: ConversionKind, ids: readonly Conversion["id"][]): Promise<void>;
  page(account: AccountId, kind: ConversionKind, page: RecordPage): Promise<Conversion[]>;
  /** Returns up to `limit` distinct unlinked conversions that match any of the searches, in any order. */
  waiting(account: AccountId, searches: readonly ConversionSearch[], limit: number): Promise<Conversion[]>;
  /** Returns true if the account has an unlinked conversion that could match an appointment. */
  anyWaiting(account: AccountId): Promise<boolean>;
  /** Returns the closing conversions of these appointments, in any order. */
  closing(account: AccountId, appointments: readonly AppointmentId[]): Promise<Conversion[]>;
  /**
   * Returns up to `limit` conversions of an appointment, sorted by kind and id. Starts after the conversion `after`, or
   * at the beginning.
   */
  ofAppointment(
    account: AccountId,
    appointment: AppointmentId,
    limit: number,
    after?: Pick<Conversion, "kind" | "id">,
  ): Promise<Conversion[]>;
  /**
   * Returns up to `limit` conversions per appointment, in any order. If an appointment has more, returns the first ones
   * by kind and id.
   */
  ofAppointments(account: AccountId, appointments: readonly AppointmentId[], limit: number): Promise<Conversion[]>;
}

/** Provides the conversions of one kind as a record store. */
export const conversionsOfKind = (store: ConversionStore, kind: ConversionKind): RecordStore<Conversion> => ({
  byIds: (account, ids) => store.byIds(account, kind, ids),
  save: (account, conversions) => store.save(account, conversions),
  remove: (account, ids) => store.remove(account, kind, ids),
  page: (account, page) => store.page(account, kind, page),
});
