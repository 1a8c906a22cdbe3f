import type { CalendarDate } from "../../foundation/kernel/calendar-date.js";
import type { ImportErrorType, ImportSide } from "./error-types.js";
import type { ImportConnection } from "./import-connection.js";
import type { ImportCounts } from "./import-run.js";
import type { Judgement } from "./judge-visit.js";

const mismatches: ReadonlySet<ImportErrorType> = new Set(["location_mismatch", "provider_mismatch"]);

export function runCount({ capturesAppointments, sendsInvites }: ImportConnection, uploadDate: CalendarDate) {
  let [rows, passed, invited, unplaced, warnings, patients] = [0, 0, 0, 0, 0, 0];
  let [first, last]: [CalendarDate | undefined, CalendarDate | undefined] = [undefined, undefined];
  const errors: Record<ImportSide, Partial<Record<ImportErrorType, number>>> = { appointments: {}, invites: {} };
  return {
    note({ findings, isCaptured, isInvited }: Judgement, date: CalendarDate | null, isNewPatient: boolean): void {
      rows += 1;
      passed += Number(isCaptured);
      invited += Number(isInvited);
      patients += Number(isNewPatient);
      for (const { side, type, level } of findings) {
        errors[side][type] = (errors[side][type] ?? 0) + 1;
        unplaced += Number(mismatches.has(type));
        warnings += Number(level === "warning");
      }
      if (date === null) return;
      if (first === undefined || date < first) first = date;
      if (last === undefined || date > last) last = date;
    },
    counts: (): ImportCounts => ({
      rowsProcessed: rows,
      appointmentCaptured: capturesAppointments ? passed : 0,
      skippedAppointments: capturesAppointments ? rows - passed : 0,
      scheduledInvites: invited,
      skippedInvites: sendsInvites ? rows - invited : 0,
      mismatches: unplaced,
      warnings,
      newPatients: capturesAppointments ? patients : 0,
      errors,
      startDate: first ?? uploadDate,
      endDate: last ?? uploadDate,
    }),
  };
}
