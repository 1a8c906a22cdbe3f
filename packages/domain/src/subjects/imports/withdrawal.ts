import type { AppointmentId } from "../../foundation/kernel/ids.js";
import type { AppointmentKey } from "../appointments/appointment-store.js";
import type { AppointmentStatus, MomentOrDay } from "../appointments/appointment.js";
import type { Contact } from "./stop.js";

/** Row that withdraws an appointment: it reports the appointment as canceled, missed, rescheduled or deleted. */
export type Withdrawal = {
  readonly row: number;
  readonly status: AppointmentStatus;
  /** Keys of the appointment, most reliable first. Empty if the row identifies no visit. */
  readonly appointments: readonly AppointmentKey[];
  /** Visit keys of the invites to delete (`Invite.visit`). */
  readonly visits: readonly string[];
  /** Time of the appointment in the row, or `null` if the time is invalid. */
  readonly at: MomentOrDay | null;
  /** Patient id in the practice's system. Erasures use this id and the contacts to find the row. */
  readonly patientId: string | null;
  readonly contacts: readonly Contact[];
  /** True if a later row of the file overrules this row. */
  readonly isOverruled: boolean;
};

/** Possible outcomes of a row that withdraws an appointment. */
export const withdrawalOutcomes = ["withdrawn", "repeated", "unknown", "other_time", "overruled"] as const;
export type WithdrawalOutcome = (typeof withdrawalOutcomes)[number];

/** Row of a file that cancels or deletes an appointment, with the result of doing so. */
export type AppliedWithdrawal = {
  readonly row: number;
  readonly status: AppointmentStatus;
  readonly outcome: WithdrawalOutcome;
  readonly appointmentId: AppointmentId | null;
  readonly invites: number;
};
