import type { MessageId } from "../kernel/ids.js";
import type { DateOrder } from "../kernel/written-time.js";

/** How far the interval between two invites reaches: over all of the account's invites, or a provider's own. */
export const intervalScopes = ["account", "provider"] as const;
export type IntervalScope = (typeof intervalScopes)[number];

/** A way in which a practice's system hands over appointments, and what is done with them. */
export type ImportConnection = {
  /** Unique on the account. */
  readonly name: string;
  readonly capturesAppointments: boolean;
  readonly sendsInvites: boolean;
  /** Decides dates that have two readings, such as `03/04/2026`. */
  readonly dateOrder: DateOrder;
  /** How many local days before and after the upload an appointment may be. */
  readonly maxPastDays: number;
  readonly maxFutureDays: number;
  /** How long a patient is left alone after an invite, in days of 24 hours. */
  readonly inviteIntervalDays: number;
  readonly inviteIntervalScope: IntervalScope;
  /** Hours between a visit that comes after the upload and its invite. */
  readonly sendAfterHours: number;
  readonly requireProvider: boolean;
  readonly requireDateOfBirth: boolean;
  readonly requireState: boolean;
  readonly requireStateForInvites: boolean;
  /** In years, on the day of the appointment. */
  readonly minimumInviteAge: number | null;
  /** Invites are judged and never sent. */
  readonly monitoringOnly: boolean;
  /** References to locations and providers, as rows send them, of which nothing is captured. */
  readonly silencedLocationRefs: readonly string[];
  readonly silencedProviderRefs: readonly string[];
  /** The message of its invites. */
  readonly messageId: MessageId | null;
};

/** A connection of which nothing is said. */
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
