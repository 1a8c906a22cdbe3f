import {
  type AppliedWithdrawal,
  isoInstant,
  type NamedWithdrawal,
  type WithdrawalOutcome,
  type WithdrawalsOfRun,
} from "@repute/domain";
import { countText, filledTable, minuteText, type Text } from "../terminal/output.js";
import type { ShowTime } from "./report-groups.js";
import { type ReportPart, taskTones } from "./report-page.js";

const columns = ["Row", "Patient", "Appointment", "Appointment ID", "Status"];

/** Returns the report section about appointments that do not take place, or `undefined` if there are none. */
export function withdrawalPart(withdrawals: WithdrawalsOfRun, isTest: boolean, show: ShowTime): ReportPart | undefined {
  if (!hasWithdrawals(withdrawals)) return undefined;
  return {
    title: "Canceled and rescheduled appointments",
    counts: withdrawalCounts(withdrawals, isTest),
    groups: [
      groupOf(withdrawals, isTest, show, (status) => !isOpen(status), {
        id: "withdrawals",
        title: "Appointments that do not take place",
        about: "These rows are not counted as rows processed, except visits before a patient's death.",
      }),
      groupOf(withdrawals, isTest, show, isOpen, {
        id: "open",
        title: "Appointments that may not take place",
        about: "It is not known whether these appointments take place. The rows are also counted as rows processed.",
      }),
    ].filter(({ count }) => count > 0),
  };
}

type Status = AppliedWithdrawal["status"];

/** True if an appointment may take place. Only its invite is withdrawn. */
const isOpen = (status: Status): boolean => status === "not_settled" || status === "unknown";

/** Returns the group of the rows whose status `belongs` to the group. */
function groupOf(
  { statuses, named }: WithdrawalsOfRun,
  isTest: boolean,
  show: ShowTime,
  belongs: (status: Status) => boolean,
  { id, title, about }: Readonly<Record<"id" | "title" | "about", string>>,
): ReportPart["groups"][number] {
  const counted = (Object.keys(statuses) as Status[]).filter(belongs);
  return {
    ...{ id, title, advice: `${about} ${isTest ? testEffect : effect} ${advice}` },
    tone: taskTones.nothing,
    count: counted.reduce((sum, status) => sum + (statuses[status] ?? 0), 0),
    values: [],
    columns: [...columns, isTest ? "What would happen" : "What happened"],
    rows: named.filter(({ status }) => belongs(status)).map((one) => cellsOf(one, isTest, show)),
    elsewhere: "The counts above include all rows.",
  };
}

const effect = "Invites planned for these appointments are withdrawn.";
const testEffect =
  "This was a test, so nothing was changed. An import would withdraw the invites planned for these appointments.";
const advice =
  "Invites that were already sent do not change. If a row has no patient name here, find the row by its number.";

const cellsOf = (one: NamedWithdrawal, isTest: boolean, show: ShowTime): readonly string[] => {
  const date = shownDate(one.at);
  return [
    String(one.row),
    one.patientName ?? "",
    date === null ? "" : show(date),
    one.ref ?? "",
    statusTexts[one.status],
    outcomeText(one, isTest),
  ];
};

/** Labels of appointment statuses for a practice's office. */
export const statusTexts: Readonly<Record<Status, string>> = {
  cancelled: "Canceled",
  no_show: "No-show",
  rescheduled: "Rescheduled",
  deleted: "Deleted",
  left: "Left without being seen",
  deceased: "Deceased",
  not_settled: "Not settled: invite withdrawn",
  unknown: "Not understood: invite withdrawn",
};

/** Text for each outcome of a row that withdraws an appointment. The summary lists the outcomes in this order. */
const outcomeTexts: Readonly<Record<WithdrawalOutcome, string>> = {
  withdrawn: "Appointment updated",
  repeated: "No change: the appointment already had this status",
  unknown: "No change: the appointment was never imported",
  other_time: "No change: the stored appointment has another time",
  overruled: "No change: a later row of the file replaces this row",
};

/** Texts for the outcomes of a test run, which changes nothing. */
const testOutcomeTexts: typeof outcomeTexts = { ...outcomeTexts, withdrawn: "Appointment would be updated" };

const outcomeTextsOf = (isTest: boolean) => (isTest ? testOutcomeTexts : outcomeTexts);

/** Describes the effect of a withdrawn row, including the number of withdrawn invites. */
function outcomeText({ outcome, invites, appointmentId }: AppliedWithdrawal, isTest: boolean): string {
  const text = outcomeTextsOf(isTest)[outcome];
  if (outcome !== "withdrawn" || invites === 0) return text;
  const withdrawn = isTest ? "would be withdrawn" : "withdrawn";
  return appointmentId === null ? `Invite ${withdrawn}` : `${text}, invite ${withdrawn}`;
}

/** Returns the counts of rows by status and by outcome, and then the effects on invites and appointments. */
export const withdrawalCounts = (
  { statuses, outcomes, invites, restored }: WithdrawalsOfRun,
  isTest: boolean,
): readonly (readonly [string, number])[] => [
  ...countsOf(statusTexts, statuses),
  ...countsOf(outcomeTextsOf(isTest), outcomes),
  ...(invites === 0 ? [] : [[isTest ? "Invites to withdraw" : "Invites withdrawn", invites] as const]),
  ...(restored === 0 ? [] : [[isTest ? "Appointments to restore" : "Appointments restored", restored] as const]),
];

const countsOf = <Word extends string>(
  texts: Readonly<Record<Word, string>>,
  counts: Readonly<Partial<Record<Word, number>>>,
): readonly (readonly [string, number])[] =>
  (Object.keys(texts) as Word[]).flatMap((word) => {
    const count = counts[word];
    return count === undefined ? [] : [[texts[word], count] as const];
  });

/** True if an import run has withdrawals to report. */
export const hasWithdrawals = ({ rows, restored }: WithdrawalsOfRun): boolean => rows > 0 || restored > 0;

/** Formats the withdrawals of an import run for `--json`. */
export const withdrawalsItem = ({ rows, statuses, outcomes, invites, restored, named }: WithdrawalsOfRun) => ({
  rows,
  statuses,
  outcomes,
  invites_withdrawn: invites,
  appointments_restored: restored,
  named: named.map(namedItem),
});

const namedItem = ({ row, status, outcome, appointmentId, invites, patientName, at, ref }: NamedWithdrawal) => ({
  row,
  status,
  outcome,
  appointment_id: appointmentId,
  external_appointment_id: ref,
  appointment_date: shownDate(at),
  patient_name: patientName,
  invites_withdrawn: invites,
});

/** Returns a table of the rows about appointments that were never imported. `timeZone` is the zone of their times. */
export function unknownAppointments({ named }: WithdrawalsOfRun, timeZone: string): readonly Text[] {
  const hasDetails = (one: NamedWithdrawal) => (one.patientName ?? one.at ?? one.ref) !== null;
  const unknown = named.filter((one) => one.outcome === "unknown" && hasDetails(one));
  const headings = ["never imported: row", "patient", `appointment (${timeZone})`, "appointment id", "status"];
  const rows = unknown
    .slice(0, maxShown)
    .map((one) => [
      ...[String(one.row), one.patientName ?? "", timeText(shownDate(one.at), timeZone), one.ref ?? ""],
      statusTexts[one.status].toLowerCase(),
    ]);
  const more = unknown.length - maxShown;
  return [...filledTable(headings, rows), ...(more > 0 ? [`The report and --json list ${countText(more)} more.`] : [])];
}

const maxShown = 20;

const timeText = (at: string | null, timeZone: string): string =>
  at?.includes("T") ? minuteText(at, timeZone) : (at ?? "");

/** Formats a time as ISO 8601. Leaves a date without a time unchanged. */
const shownDate = (at: NamedWithdrawal["at"]): string | null => (typeof at === "number" ? isoInstant(at) : at);
