import { notFound } from "../../foundation/kernel/domain-error.js";
import type { AccountId, ImportRunId } from "../../foundation/kernel/ids.js";
import type { Reads } from "../../foundation/kernel/storage.js";
import type { AppointmentStore } from "../appointments/appointment-store.js";
import type { MomentOrDay } from "../appointments/appointment.js";
import type { ImportRunStore } from "./import-stores.js";
import type { RunWithdrawals } from "./run-withdrawals.js";
import type { AppliedWithdrawal } from "./withdrawal.js";

/**
 * Row that withdraws an appointment, with details of the stored appointment. The details are `null` if the appointment
 * is unknown or erased.
 */
export type NamedWithdrawal = AppliedWithdrawal & {
  readonly patientName: string | null;
  readonly at: MomentOrDay | null;
  /** Appointment id in the practice's own system. */
  readonly ref: string | null;
};

/** Counters of the appointments that an import run withdrew, and a list of the first 200 with patient names. */
export type WithdrawalsOfRun = Omit<RunWithdrawals, "named"> & { readonly named: readonly NamedWithdrawal[] };

/**
 * Returns the appointments that an import run withdrew. Patient names come from the stored appointments, so erased
 * patients have no name. Throws `import_not_found`.
 */
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
