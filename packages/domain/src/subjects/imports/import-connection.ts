import type { MessageId } from "../../foundation/kernel/ids.js";
import type { DateOrder } from "../../foundation/kernel/written-time.js";

/** Scopes of the interval between invites: all invites of the account, or only invites for the same provider. */
export const intervalScopes = ["account", "provider"] as const;
export type IntervalScope = (typeof intervalScopes)[number];

/** A connection to a practice's system that supplies appointment files, with its import settings. */
export type ImportConnection = {
  /** Unique within the account. */
  readonly name: string;
  readonly capturesAppointments: boolean;
  readonly sendsInvites: boolean;
  /** Resolves ambiguous dates such as `03/04/2026`. */
  readonly dateOrder: DateOrder;
  /** Maximum number of local days between the upload and a past (`maxPastDays`) or future appointment. */
  readonly maxPastDays: number;
  readonly maxFutureDays: number;
  /** Minimum interval between two invites to a patient, in days of 24 hours. */
  readonly inviteIntervalDays: number;
  readonly inviteIntervalScope: IntervalScope;
  /** Hours between the visit and its invite, for visits after the upload. */
  readonly sendAfterHours: number;
  readonly requireProvider: boolean;
  readonly requireDateOfBirth: boolean;
  readonly requireState: boolean;
  readonly requireStateForInvites: boolean;
  /** Minimum age for an invite, in years on the day of the appointment. `null` means no minimum. */
  readonly minimumInviteAge: number | null;
  /** Whether invites are judged but never sent. */
  readonly monitoringOnly: boolean;
  /** References to silenced locations and providers, as sent in rows. Their appointments are not captured. */
  readonly silencedLocationRefs: readonly string[];
  readonly silencedProviderRefs: readonly string[];
  readonly messageId: MessageId | null;
};

/** Default settings of a connection. */
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
