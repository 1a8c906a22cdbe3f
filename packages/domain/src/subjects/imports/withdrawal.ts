import type { AppointmentKey } from "../appointments/appointment-store.js";
import type { AppointmentStatus, MomentOrDay } from "../appointments/appointment.js";
import type { AppointmentId } from "../../foundation/kernel/ids.js";
import type { Contact } from "./stop.js";

/** A row that withdraws an appointment, before it is applied. */
export type Withdrawal = {
  readonly row: number;
  readonly status: AppointmentStatus;
  /** Keys of the appointment, most reliable first. Empty if the row identifies no visit. */
  readonly appointments: readonly AppointmentKey[];
  /** Visit keys of the invites to withdraw (`Invite.visit`). */
  readonly visits: readonly string[];
  /** Time of the appointment in the row, or `null` if unusable. */
  readonly at: MomentOrDay | null;
  /** Identity of the patient, used for erasure. */
  readonly patientId: string | null;
  readonly contacts: readonly Contact[];
  /** Whether a later row of the file overrules this row. */
  readonly isOverruled: boolean;
};

/** Possible outcomes of a withdrawal. */
export const withdrawalOutcomes = ["withdrawn", "repeated", "unknown", "other_time", "overruled"] as const;
export type WithdrawalOutcome = (typeof withdrawalOutcomes)[number];

/** An applied withdrawal and its outcome. */
export type AppliedWithdrawal = {
  readonly row: number;
  readonly status: AppointmentStatus;
  readonly outcome: WithdrawalOutcome;
  readonly appointmentId: AppointmentId | null;
  readonly invites: number;
};
