import type { AppointmentKey } from "../attribution/appointment-store.js";
import type { AppointmentStatus, MomentOrDay } from "../attribution/appointment.js";
import type { AppointmentId } from "../kernel/ids.js";
import type { Contact } from "./stop.js";

/** What a row whose appointment does not take place is about, until it is applied. */
export type Withdrawal = {
  readonly row: number;
  readonly status: AppointmentStatus;
  /** Keys of the appointment, the better one first; none when the row identifies no visit. */
  readonly appointments: readonly AppointmentKey[];
  /** Visits of the invites to withdraw, as `Invite.visit` has them. */
  readonly visits: readonly string[];
  /** Time of the appointment as the row has it; `null` when unusable. */
  readonly at: MomentOrDay | null;
  /** Identity of the patient, for erasure. */
  readonly patientId: string | null;
  readonly contacts: readonly Contact[];
  /** Whether a later row of the file says that the appointment takes place. */
  readonly isOverruled: boolean;
};

/** What a withdrawal did. */
export const withdrawalOutcomes = ["withdrawn", "repeated", "unknown", "other_time", "overruled"] as const;
export type WithdrawalOutcome = (typeof withdrawalOutcomes)[number];

/** A withdrawal after it was applied. */
export type AppliedWithdrawal = {
  readonly row: number;
  readonly status: AppointmentStatus;
  readonly outcome: WithdrawalOutcome;
  readonly appointmentId: AppointmentId | null;
  /** Number of planned invites withdrawn. */
  readonly invites: number;
};
