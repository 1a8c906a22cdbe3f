import type { AppointmentStore } from "../attribution/appointment-store.js";
import type { AppointmentStatus, MomentOrDay } from "../attribution/appointment.js";
import { notFound } from "../kernel/domain-error.js";
import type { AccountId, ImportRunId } from "../kernel/ids.js";
import type { Reads } from "../kernel/storage.js";
import type { ImportRunStore } from "./import-stores.js";
import type { AppliedWithdrawal, WithdrawalOutcome } from "./withdrawal.js";

/** Maximum number of withdrawals that a run names. All of them are counted. */
const maxNamed = 200;

/** The rows of a run whose appointments do not take place, and what they did. */
export type RunWithdrawals = {
  readonly rows: number;
  readonly statuses: Readonly<Partial<Record<AppointmentStatus, number>>>;
  readonly outcomes: Readonly<Partial<Record<WithdrawalOutcome, number>>>;
  /** Number of planned invites withdrawn. */
  readonly invites: number;
  /** Number of rows that restored an appointment with a status. */
  readonly restored: number;
  /** The first 200 withdrawals, in the order of the file. */
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

/** A withdrawal with what is stored of its appointment; `null` when the appointment is unknown or erased. */
export type NamedWithdrawal = AppliedWithdrawal & {
  readonly patientName: string | null;
  readonly at: MomentOrDay | null;
  /** Appointment id of the practice's system. */
  readonly ref: string | null;
};

/** The counts of a run's withdrawals, and the first of them by name. */
export type WithdrawalsOfRun = Omit<RunWithdrawals, "named"> & { readonly named: readonly NamedWithdrawal[] };

/** What the withdrawals of a run did. Names come from the stored appointments, so an erased patient is not named. */
export function withdrawalsOfRun({ storage }: { readonly storage: Reads<WithdrawalReads> }) {
  return (account: AccountId, importId: number): Promise<WithdrawalsOfRun> =>
    storage.read(account, async ({ importRuns, appointments }) => {
      const run = await importRuns.byId(account, importId as ImportRunId);
      if (!run) throw notFound("import_not_found", "the account has no import with this id");
      const { named, ...counts } = run.withdrawals;
      const ids = named.flatMap(({ appointmentId }) => appointmentId ?? []);
      const known = new Map((await appointments.byIds(account, ids)).map((one) => [one.id, one]));
      return {
        ...counts,
        named: named.map((one) => {
          const appointment = one.appointmentId === null ? undefined : known.get(one.appointmentId);
          return {
            ...one,
            patientName: appointment?.patientName ?? null,
            at: appointment?.at ?? null,
            ref: appointment?.source?.ref ?? null,
          };
        }),
      };
    });
}

export type WithdrawalReads = {
  readonly importRuns: Pick<ImportRunStore, "byId">;
  readonly appointments: Pick<AppointmentStore, "byIds">;
};
