import type { RecordPage, RecordStore } from "../feed/record-store.js";
import type { AccountId, AppointmentId } from "../kernel/ids.js";
import type { Conversion, ConversionKind } from "./conversion.js";
import type { ConversionSearch } from "./conversion-search.js";

/** The conversions of an account: calls and submissions, each kind under ids of its own. */
export interface ConversionStore {
  /** Those of one kind that exist, in any order; never another account's. */
  byIds(account: AccountId, kind: ConversionKind, ids: readonly Conversion["id"][]): Promise<Conversion[]>;
  /** Inserts conversions, or replaces those with the same kind and id. */
  save(account: AccountId, conversions: readonly Conversion[]): Promise<void>;
  /** Takes out those of one kind; ids that are not there are passed over. */
  remove(account: AccountId, kind: ConversionKind, ids: readonly Conversion["id"][]): Promise<void>;
  /** Those of one kind, page by page, as every record store pages. */
  page(account: AccountId, kind: ConversionKind, page: RecordPage): Promise<Conversion[]>;
  /** Those without an appointment that one of these searches finds, each once, in any order; at most `limit`. */
  waiting(account: AccountId, searches: readonly ConversionSearch[], limit: number): Promise<Conversion[]>;
  /** Whether any conversion that says who its patient is has no appointment. */
  anyWaiting(account: AccountId): Promise<boolean>;
  /** Those that close one of these appointments, in any order. */
  closing(account: AccountId, appointments: readonly AppointmentId[]): Promise<Conversion[]>;
  /** Those of an appointment by kind and id, at most `limit` of those after one of them, or of all. */
  ofAppointment(
    account: AccountId,
    appointment: AppointmentId,
    limit: number,
    after?: Pick<Conversion, "kind" | "id">,
  ): Promise<Conversion[]>;
  /** The first conversions of each of these appointments by kind and id: at most `limit` per appointment, in any order. */
  ofAppointments(account: AccountId, appointments: readonly AppointmentId[], limit: number): Promise<Conversion[]>;
}

/** The conversions of one kind as records like all others. */
export const conversionsOfKind = (store: ConversionStore, kind: ConversionKind): RecordStore<Conversion> => ({
  byIds: (account, ids) => store.byIds(account, kind, ids),
  save: (account, conversions) => store.save(account, conversions),
  remove: (account, ids) => store.remove(account, kind, ids),
  page: (account, page) => store.page(account, kind, page),
});
