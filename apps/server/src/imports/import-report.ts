import {
  type ImportErrorRow,
  type ImportRunItem,
  type ImportSide,
  importSides,
  type WithdrawalsOfRun,
} from "@repute/domain";
import type { Chart } from "../report/bar-chart.js";
import { countedText, rowCounter } from "../report/counted-text.js";
import { type EarlierReport, newFindingsSum } from "../report/earlier-report.js";
import { groupChart } from "../report/group-chart.js";
import { groupedRows, type GroupHead } from "../report/grouped-rows.js";
import type { ReportGroup } from "../report/report-group.js";
import type { Report } from "../report/report-page.js";
import type { ReportedFile } from "../report/reported-file.js";
import { showTime } from "../report/show-time.js";
import { type Task, tasks, taskTitles, taskTones } from "../report/task.js";
import { countText } from "../table.js";
import { adviceOn, isOfWholeRow, taskOf } from "./error-advice.js";
import { matchDetail, type ShowTime } from "./match-detail.js";
import { withdrawalPart } from "./withdrawal-part.js";

const columns = ["Row", "Patient", "Patient ID", "Appointment", "Location", "Provider", "Detail"];

/**
 * Creates the report of an import run for a practice's office: rows to correct, rows to check, and rows that require
 * nothing.
 */
export async function importReport(
  run: ImportRunItem,
  withdrawals: WithdrawalsOfRun,
  pages: AsyncIterable<readonly ImportErrorRow[]>,
  { practice, file, timeZone, earlier }: ReportedFile,
  before?: EarlierReport<ImportErrorRow>,
): Promise<Report> {
  const show = showTime(timeZone);
  const gathered = groupedRows(columns, "The CSV file of errors contains all rows.");
  const rowsWithReasons = { appointments: rowCounter(), invites: rowCounter() };
  for await (const rows of pages) {
    for (const row of rows) {
      rowsWithReasons[row.side].add(row.row);
      const isFresh = before?.isKnown(row) === false;
      gathered.add(headOf(row), cellsOf(row, show), { value: sharedValue(row), isFresh });
    }
  }
  const groups = gathered.all();
  const withdrawn = withdrawalPart(withdrawals, run.is_test, show);
  const uploaded = show(`${run.upload_date.replace(" ", "T")}Z`);
  return {
    title: `${run.is_test ? "Test import" : "Appointment import"} ${run.import_id}`,
    subtitle: `${practice}. File ${file}, uploaded ${uploaded}. ${daysOf(run, show)}`,
    notice: [earlier, noticeOf(run, groups)].filter((one) => one !== undefined).join(" ") || undefined,
    counts: countsOf(run, groups),
    sums: [...sumsOf(run), ...newFindingsSum(groups, before?.name)],
    charts: (["appointments", "invites"] as const).map((side) => chartOf(side, groups, rowsWithReasons[side].count())),
    parts: [
      ...tasks.map((task) => ({
        title: taskTitles[task],
        groups: groups.filter(({ id }) => id.startsWith(`${task}-`)),
      })),
      ...(withdrawn ? [withdrawn] : []),
    ],
  };
}

const daysOf = ({ start_date: start, end_date: end }: ImportRunItem, show: ShowTime): string =>
  start === end ? `Appointments on ${show(start)}.` : `Appointments from ${show(start)} to ${show(end)}.`;

function noticeOf({ is_test: isTest, errors }: ImportRunItem, groups: readonly ReportGroup[]): string | undefined {
  if (isTest) return "This was a test. No appointments were stored and no invites were scheduled.";
  const found = importSides.flatMap((side) => Object.values(errors[side])).reduce((sum, rows) => sum + rows, 0);
  const listed = groups.reduce((sum, { count }) => sum + count, 0);
  if (listed < found) return "Some rows with problems are no longer stored, so this report does not list them.";
  return found === 0 ? "No problems were found in this file." : undefined;
}

/** Returns how the rows and the appointments of the file add up. */
function sumsOf(run: ImportRunItem): readonly string[] {
  const { rows_processed: rows, appointment_captured: captured, skipped_appointments: skipped } = run;
  const { scheduled_invites: invites, skipped_invites: uninvited, is_test: isTest } = run;
  if (rows === 0) return [];
  const capturesAppointments = captured + skipped === rows;
  const sendsInvites = invites + uninvited === rows;
  const withInvites = (of: string, all: number) =>
    `${countedText(all, of)} = ${countText(invites)} with an invite + ${countText(all - invites)} without.`;
  return [
    ...(capturesAppointments
      ? [
          `${countedText(rows, "row")} = ${countText(captured)} ${isTest ? "to import" : "imported"} + ${countText(skipped)} skipped.`,
        ]
      : []),
    ...(sendsInvites && captured + invites > 0
      ? [capturesAppointments ? withInvites("appointment", captured) : withInvites("row", rows)]
      : []),
  ];
}

/** Identifies an error row in the imports of different files: the error, the patient and the appointment. */
export const keysOf = ({ side, item }: ImportErrorRow): readonly string[] => [
  ...[side, item.error_type, item.patient_id, item.patient_name, item.appointment_date ?? ""],
  ...[item.location_name, item.provider],
];

const countsOf = (run: ImportRunItem, groups: readonly ReportGroup[]): Report["counts"] => [
  ["Rows processed", run.rows_processed],
  [run.is_test ? "Appointments to import" : "Appointments imported", run.appointment_captured],
  ["Appointments skipped", run.skipped_appointments],
  ["New patients", run.new_patients],
  [run.is_test ? "Invites to schedule" : "Invites scheduled", run.scheduled_invites],
  ["Invites skipped", run.skipped_invites],
  ...(["correct", "check"] as const).map((task) => [taskTitles[task], findingsOf(task, groups)] as const),
];

const findingsOf = (task: Task, groups: readonly ReportGroup[]): number =>
  groups.filter(({ id }) => id.startsWith(`${task}-`)).reduce((sum, { count }) => sum + count, 0);

/** Returns the heading of the group for an error row. The group's ID contains the row's task and side. */
function headOf({ side, item }: ImportErrorRow): GroupHead {
  const type = isOfWholeRow(item) ? "row" : item.error_type.replaceAll("_", "-");
  const task = taskOf(item);
  return { id: `${task}-${side}-${type}`, tone: taskTones[task], ...adviceOn(item) };
}

const cellsOf = ({ row, item }: ImportErrorRow, show: ShowTime): readonly string[] => [
  String(row),
  item.patient_name,
  item.patient_id,
  item.appointment_date === null ? "" : show(item.appointment_date),
  item.location_name,
  item.provider,
  matchDetail(item, show),
];

/** Returns the location or provider that caused an error. The report groups rows with the same cause. */
function sharedValue({ item: { match_info: info } }: ImportErrorRow): string | undefined {
  const [field, value] = [info?.["field"], info?.["value"]];
  if (field !== "location" && field !== "provider") return undefined;
  return typeof value === "string" && value !== "" ? value : undefined;
}

const sideTitles: Readonly<Record<ImportSide, string>> = {
  appointments: "Appointments skipped or incomplete, by reason",
  invites: "Invites not scheduled, by reason",
};

const chartOf = (side: ImportSide, groups: readonly ReportGroup[], rows: number): Chart =>
  groupChart({ title: sideTitles[side], groups: groups.filter(({ id }) => id.split("-")[1] === side), rows });
