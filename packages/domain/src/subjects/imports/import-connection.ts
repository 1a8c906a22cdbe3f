import type { MessageId } from "../../foundation/kernel/ids.js";
import type { DateOrder } from "../../foundation/kernel/written-time.js";

/** Scope of the minimum interval between invites: all invites of the account, or only invites for the same provider. */
export const intervalScopes = ["account", "provider"] as const;
export type IntervalScope = (typeof intervalScopes)[number];

/** Connection that supplies appointment files from a practice's system, with its import settings. */
export type ImportConnection = {
  /** Name of the connection, unique within the account. */
  readonly name: string;
  readonly capturesAppointments: boolean;
  readonly sendsInvites: boolean;
  /** Order of day and month in ambiguous dates such as `03/04/2026`. */
  readonly dateOrder: DateOrder;
  /**
   * Maximum number of local days between the upload and an appointment. `maxPastDays` applies to appointments before
   * the upload, `maxFutureDays` to later appointments.
   */
  readonly maxPastDays: number;
  readonly maxFutureDays: number;
  /** Minimum interval between two invites to a patient, in days of 24 hours. */
  readonly inviteIntervalDays: number;
  readonly inviteIntervalScope: IntervalScope;
  /** Number of hours between a visit and its invite, if the visit is after the upload. */
  readonly sendAfterHours: number;
  readonly requireProvider: boolean;
  readonly requireDateOfBirth: boolean;
  readonly requireState: boolean;
  readonly requireStateForInvites: boolean;
  /** Minimum age of a patient for an invite, in years on the day of the appointment. `null` means no minimum. */
  readonly minimumInviteAge: number | null;
  /** If true, the invite rules are checked, but no invites are sent. */
  readonly monitoringOnly: boolean;
  /** References of silenced locations and providers, as in the file. Rows with these references are skipped. */
  readonly silencedLocationRefs: readonly string[];
  readonly silencedProviderRefs: readonly string[];
  readonly messageId: MessageId | null;
};

export const defaultConnection: ImportConnection = {
  name: "default",
  capturesAppointments: true,
  sendsInvites: true,
  dateOrder: "month_first",
  maxPastDays: 14,
  maxFutureDays: 0,
  inviteIntervalDays: 30,
  inviteIntervalScope: "account",
  sendAfterHours: 2,
  requireProvider: false,
  requireDateOfBirth: false,
  requireState: false,
  requireStateForInvites: false,
  minimumInviteAge: null,
  monitoringOnly: false,
  silencedLocationRefs: [],
  silencedProviderRefs: [],
  messageId: null,
};
