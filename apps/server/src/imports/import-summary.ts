import { type ImportRunItem, importSides, type WithdrawalsOfRun } from "@repute/domain";
import { paragraphs, type Text } from "../output.js";
import { table } from "../table.js";
import { hasWithdrawals, withdrawalCounts } from "./withdrawal-texts.js";

/** Summarizes an import run for an operator: its counters, and the number of rows per error type. */
export function importSummary(run: ImportRunItem, withdrawals: WithdrawalsOfRun, suppressed: number): Text {
  const counters = table(
    [run.is_test ? `test import ${run.import_id}` : `import ${run.import_id}`, "count"],
    [
      ["rows processed", run.rows_processed],
      [run.is_test ? "appointments to capture" : "appointments captured", run.appointment_captured],
      ["appointments skipped", run.skipped_appointments],
      ["new patients", run.new_patients],
      [run.is_test ? "invites to schedule" : "invites scheduled", run.scheduled_invites],
      ["invites skipped", run.skipped_invites],
      ["mismatches", run.mismatches],
      ["warnings", run.warnings],
      ["first day", run.start_date],
      ["last day", run.end_date],
      ...(suppressed > 0 ? [["rows about erased people, dropped", suppressed] as const] : []),
    ],
  );
  const errors = importSides.flatMap((side) =>
    Object.entries(run.errors[side]).map(([type, rows]) => [side, type, rows] as const),
  );
  return paragraphs(
    counters,
    ...(errors.length === 0 ? [] : [table(["side", "error type", "rows"], errors)]),
    ...(hasWithdrawals(withdrawals) ? [withdrawalTable(withdrawals, run.is_test)] : []),
  );
}

const withdrawalTable = (withdrawals: WithdrawalsOfRun, isTest: boolean) =>
  table(
    ["canceled and rescheduled appointments", "count"],
    withdrawalCounts(withdrawals, isTest).map(([label, count]) => [label.toLowerCase(), count]),
  );
