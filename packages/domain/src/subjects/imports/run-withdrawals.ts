import type { AppointmentStatus } from "../appointments/appointment.js";
import type { AppliedWithdrawal, WithdrawalOutcome } from "./withdrawal.js";

/** Maximum number of withdrawn appointments that a run lists. The counters include all of them. */
const maxNamed = 200;

/** Counters of the rows that withdraw appointments, and the first 200 of these rows. */
export type RunWithdrawals = {
  readonly rows: number;
  readonly statuses: Readonly<Partial<Record<AppointmentStatus, number>>>;
  readonly outcomes: Readonly<Partial<Record<WithdrawalOutcome, number>>>;
  /** Number of planned invites that were deleted. */
  readonly invites: number;
  /** Number of rows that restored a withdrawn appointment. */
  readonly restored: number;
  /** First 200 rows that withdraw appointments, in file order. */
  readonly named: readonly AppliedWithdrawal[];
};

export const noWithdrawals: RunWithdrawals = {
  ...{ rows: 0, statuses: {}, outcomes: {}, invites: 0, restored: 0, named: [] },
};

export function withApplied(
  before: RunWithdrawals,
  applied: readonly AppliedWithdrawal[],
  restored: number,
): RunWithdrawals {
  const plus = <Word extends string>(counts: Readonly<Partial<Record<Word, number>>>, words: readonly Word[]) => {
    const sum: Partial<Record<Word, number>> = { ...counts };
    for (const word of words) sum[word] = (sum[word] ?? 0) + 1;
    return sum;
  };
  return {
    rows: before.rows + applied.length,
    statuses: plus(
      before.statuses,
      applied.map(({ status }) => status),
    ),
    outcomes: plus(
      before.outcomes,
      applied.map(({ outcome }) => outcome),
    ),
    invites: before.invites + applied.reduce((sum, { invites }) => sum + invites, 0),
    restored: before.restored + restored,
    named: [...before.named, ...applied].slice(0, maxNamed),
  };
}
