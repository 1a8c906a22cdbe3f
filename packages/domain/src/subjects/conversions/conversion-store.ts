import type { RecordPage, RecordStore } from "../../foundation/feed/record-store.js";
import type { AccountId, AppointmentId } from "../../foundation/kernel/ids.js";
import type { Conversion, ConversionKind } from "./conversion.js";
import type { ConversionSearch } from "./conversion-search.js";

/** Store of an account's conversions. Calls and submissions have separate ids. */
export interface ConversionStore {
  /** Returns the account's conversions of one kind with these ids, in any order. Ignores unknown ids. */
  byIds(account: AccountId, kind: ConversionKind, ids: readonly Conversion["id"][]): Promise<Conversion[]>;
  /** Upserts conversions by kind and id. */
  save(account: AccountId, conversions: readonly Conversion[]): Promise<void>;
  /** Deletes conversions of one kind. Ignores unknown ids. */
  remove(account: AccountId, kind: ConversionKind, ids: readonly Conversion["id"][]): Promise<void>;
  /** Returns a page of conversions of one kind. */
  page(account: AccountId, kind: ConversionKind, page: RecordPage): Promise<Conversion[]>;
  /** Returns the distinct conversions without an appointment that match any search, in any order, up to `limit`. */
  waiting(account: AccountId, searches: readonly ConversionSearch[], limit: number): Promise<Conversion[]>;
  /** Returns true if any conversion with patient data has no appointment. */
  anyWaiting(account: AccountId): Promise<boolean>;
  /** Returns the closing conversions of these appointments, in any order. */
  closing(account: AccountId, appointments: readonly AppointmentId[]): Promise<Conversion[]>;
  /** Returns an appointment's conversions by kind and id, up to `limit`, after `after` or from the beginning. */
  ofAppointment(
    account: AccountId,
    appointment: AppointmentId,
    limit: number,
    after?: Pick<Conversion, "kind" | "id">,
  ): Promise<Conversion[]>;
  /** The first conversions of each of these appointments by kind and id: at most `limit` per appointment, in any order. */
  ofAppointments(account: AccountId, appointments: readonly AppointmentId[], limit: number): Promise<Conversion[]>;
}

/** Adapts the conversions of one kind to a record store. */
export const conversionsOfKind = (store: ConversionStore, kind: ConversionKind): RecordStore<Conversion> => ({
  byIds: (account, ids) => store.byIds(account, kind, ids),
  save: (account, conversions) => store.save(account, conversions),
  remove: (account, ids) => store.remove(account, kind, ids),
  page: (account, page) => store.page(account, kind, page),
});
