import {
  type FileReading,
  type ImportAttemptItem,
  type ImportErrorItem,
  type ImportErrorRow,
  type ImportErrorType,
  type ImportRunItem,
  type ImportSide,
  importSides,
  type UnknownStatuses,
} from "@repute/domain";
import { countText } from "../terminal/output.js";
import {
  type EarlierReport,
  groupChart,
  groupedRows,
  type GroupHead,
  newFindingsSum,
  type ReportedFile,
  rowCounter,
  showTime,
  type ShowTime,
} from "./report-groups.js";
import {
  type Advice,
  type Chart,
  countedText,
  failureReport,
  countIn,
  groupsOf,
  noticeOf,
  type Report,
  type ReportGroup,
  type ReportPart,
  type Task,
  taskParts,
  taskTitles,
  taskTones,
} from "./report-page.js";
import { type ImportResult, withheldText } from "./reading.js";
import { withdrawalPart } from "./withdrawals.js";

const columns = ["Row", "Patient", "Patient ID", "Appointment", "Location", "Provider", "Detail"];

/**
 * Creates the report of an import run for a practice's office: rows to correct, rows to check, and rows that require
 * nothing.
 */
export async function importReport(
  { run, withdrawals, unknown, reading }: ImportResult,
  pages: AsyncIterable<readonly ImportErrorRow[]>,
  { practice, file, timeZone, earlier }: ReportedFile,
  before?: EarlierReport<ImportErrorRow>,
  invites: readonly ReportPart[] = [],
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
    notice: noticeOf([...notUnderstood(unknown, reading), undoneNotice(run, show), earlier, listNotice(run, groups)]),
    counts: countsOf(run, groups),
    sums: [...sumsOf(run), ...newFindingsSum(groups, before?.name)],
    charts: (["appointments", "invites"] as const).map((side) => chartOf(side, groups, rowsWithReasons[side].count())),
    parts: [...taskParts(groups), ...invites, ...(withdrawn ? [withdrawn] : [])],
  };
}

const daysOf = ({ start_date: start, end_date: end }: ImportRunItem, show: ShowTime): string =>
  start === end ? `Appointments on ${show(start)}.` : `Appointments from ${show(start)} to ${show(end)}.`;

/** Sentences about what was not understood in the file. They come first, because they keep patients from being invited. */
function notUnderstood(unknown: UnknownStatuses, reading: FileReading | undefined): readonly string[] {
  const unread = (reading?.unread ?? []).map(({ heading }) => heading);
  return [
    ...(unknown.key === null ? [] : [withheldText(unknown)]),
    ...(unread.length === 0 ? [] : [`Columns that were not read: ${unread.slice(0, maxHeadings).join(", ")}.`]),
    ...(reading?.warnings ?? []).map((warning) => `Warning: ${warning}.`),
  ];
}

const undoneNotice = ({ undone_at: at }: ImportRunItem, show: ShowTime): string | undefined =>
  at && `This import was undone on ${show(`${at.replace(" ", "T")}Z`)}. The numbers count only what remains.`;

const maxHeadings = 30;

function listNotice({ is_test: isTest, errors }: ImportRunItem, groups: readonly ReportGroup[]): string | undefined {
  if (isTest) return "This was a test. No appointments were stored and no invites were scheduled.";
  const found = importSides.flatMap((side) => Object.values(errors[side])).reduce((sum, rows) => sum + rows, 0);
  const listed = countIn(groups);
  if (listed < found) return "Some rows with problems are no longer stored, so this report does not list them.";
  return found === 0 ? "No problems were found in this file." : undefined;
}

/** Returns how the rows and the appointments of the file add up. */
function sumsOf(run: ImportRunItem): readonly string[] {
  const { rows_processed: rows, appointment_captured: captured, skipped_appointments: skipped } = run;
  const { scheduled_invites: invites, skipped_invites: uninvited, is_test: isTest } = run;
  if (rows === 0 || run.undone_at !== undefined) return [];
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
  ...(["correct", "check"] as const).map((task) => [taskTitles[task], countIn(groupsOf(task, groups))] as const),
];

/** Returns the heading of the group for an error row. The group's ID contains the row's task and side. */
function headOf({ side, item }: ImportErrorRow): GroupHead {
  const { field } = item.match_info ?? {};
  const isNamed = field === "row" || field === "status" || field === "patient";
  const type = isNamed ? field : item.error_type.replaceAll("_", "-");
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

/** Returns the location, provider or status that caused an error. The report groups rows with the same cause. */
function sharedValue({ item: { match_info: info } }: ImportErrorRow): string | undefined {
  const [field, value] = [info?.["field"], info?.["value"]];
  if (field !== "location" && field !== "provider" && field !== "status") return undefined;
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Describes the error of a row in one line: its type, and the value or the details that caused it. */
export function errorText(row: ImportErrorRow, show: ShowTime): string {
  const detail = sharedValue(row) ?? matchDetail(row.item, show);
  return adviceOn(row.item).title + (detail === "" ? "" : `: ${detail}`);
}

const sideTitles: Readonly<Record<ImportSide, string>> = {
  appointments: "Appointments skipped or incomplete, by reason",
  invites: "Invites not scheduled, by reason",
};

const chartOf = (side: ImportSide, groups: readonly ReportGroup[], rows: number): Chart =>
  groupChart({ title: sideTitles[side], groups: groups.filter(({ id }) => id.split("-")[1] === side), rows });

/** Advice by type of import error, in the order of the rules. */
const adviceByType: Readonly<Record<ImportErrorType, Advice>> = {
  appointment_date: {
    title: "Appointment date missing or unreadable",
    advice:
      "The date is missing, cannot be read, is before 2000, or is more than two years in the future. The row was skipped. Correct the date in your scheduling system. Then send a file that contains the appointment. Appointments outside the date range of your imports are skipped.",
  },
  silenced: {
    title: "Location, provider or message is excluded",
    advice:
      "Your settings exclude this location, provider or message from all processing. To include the location, provider or message again, ask your administrator.",
  },
  location_mismatch: {
    title: "Location not recognized",
    advice:
      "The row was skipped because its location is missing or is not one of your locations. If the location below is yours, ask your administrator to add the name or ID. If the location is misspelled, correct the name in your scheduling system.",
  },
  provider_mismatch: {
    title: "Provider not recognized",
    advice:
      "The row was skipped because its provider is missing or is not one of your providers. If the provider below is yours, ask your administrator to add the name, ID or NPI. If the provider is misspelled, correct the name in your scheduling system.",
  },
  duplicate_appointment: {
    title: "Appointment already imported",
    advice: "The same appointment is in an earlier file or in another row of this file. The appointment counts once.",
  },
  appointment_day_rule: {
    title: "Appointment outside the imported date range",
    advice:
      "The appointment is too far in the past or in the future, so the row was skipped. To import such appointments, ask your administrator to extend the date range of the connection.",
  },
  missing_date_of_birth: {
    title: "Date of birth missing or unreadable",
    advice:
      "The appointment itself is accepted. Correct the date of birth in the patient's record in your scheduling system.",
  },
  missing_state: {
    title: "State missing or unreadable",
    advice: "The appointment itself is accepted. Correct the state in the patient's address in your scheduling system.",
  },
  missing_contact: {
    title: "No usable phone or email",
    advice:
      "The appointment itself is accepted, but the patient cannot be invited. Add a phone number or an email address to the patient's record.",
  },
  reviewer_name: {
    title: "First name cannot be used",
    advice:
      "The appointment itself is accepted, but an invite needs a first name. The first name is missing, is a single letter, contains a digit, or is a placeholder. Correct the first name in the patient's record.",
  },
  stops: {
    title: "Patient opted out of messages",
    advice: "The phone number or the email address is on the list of opt-outs, so the patient gets no invite.",
  },
  duplicate_invite: {
    title: "Invite already scheduled",
    advice: "The appointment already has an invite, or the patient is invited for another appointment on the same day.",
  },
  invite_day_rule: {
    title: "Invited recently",
    advice: "The patient received an invite recently. It is too soon for another invite.",
  },
  monitoring_only: {
    title: "Would have been invited",
    advice: "Imports are in monitoring mode, so no invites are sent. These rows have no other problems.",
  },
};

const unknownStatus: Advice = {
  title: "Status not understood",
  advice:
    "The appointment is stored, but the patient is not invited, because it is not known whether the visit took place. Ask your administrator to add the meaning of the status below. Then send the file again.",
};

const unsettledStatus: Advice = {
  title: "Appointment not settled yet",
  advice: "The appointment is stored. The patient is invited when a later file says that the appointment takes place.",
};

const deceased: Advice = {
  title: "Patient has died",
  advice: "The patient is marked as deceased in this file or in an earlier one, and gets no invites.",
};

/** Advice about missing data if it prevented an invite. `adviceByType` has the advice for cases in which it did not. */
const blockingAdvice: ReadonlyMap<ImportErrorType, Advice> = new Map([
  [
    "missing_date_of_birth",
    {
      title: "No invite without a date of birth",
      advice:
        "Patients below a minimum age are not invited. The age is unknown because the date of birth is missing or unreadable. Correct the date of birth in your scheduling system.",
    },
  ],
  [
    "missing_state",
    {
      title: "No invite without a state",
      advice:
        "An invite requires the patient's state, but the state is missing or unreadable. Correct the address in your scheduling system.",
    },
  ],
]);

const unreadable: Advice = {
  title: "Row unreadable",
  advice:
    "The row was skipped because it is incomplete or does not match the headings. Correct the row, or export the file again.",
};

/** Returns the heading and the advice for an error row. */
export function adviceOn(item: ImportErrorItem): Advice {
  if (isOfWholeRow(item)) return unreadable;
  const { error_type: type, error_level: level, match_info: info } = item;
  if (info?.["field"] === "status") return info["meaning"] === "unknown" ? unknownStatus : unsettledStatus;
  if (info?.["field"] === "patient") return deceased;
  return (level === "error" ? blockingAdvice.get(type) : undefined) ?? adviceByType[type];
}

/** True if an error is about a whole row and not about one of its fields. */
const isOfWholeRow = ({ match_info: info }: ImportErrorItem): boolean => info?.["field"] === "row";

const toCheck: readonly ImportErrorType[] = ["appointment_day_rule", "missing_date_of_birth", "missing_state"];

function taskOf({ error_type: type, error_level: level }: ImportErrorItem): Task {
  if (level === "error") return "correct";
  return toCheck.includes(type) ? "check" : "nothing";
}

type Info = Readonly<Record<string, string>>;

/**
 * Functions that format the details of an error row.
 * The first entry whose key is in `match_info` is used.
 * Locations and providers have no details, because they have their own columns.
 */
const describers: readonly (readonly [string, (info: Info, show: ShowTime) => string])[] = [
  ["field", ({ field, value }) => (field === "location" || field === "provider" ? "" : value || "empty")],
  ["superseded_by_row", ({ superseded_by_row: row }) => `replaced by row ${row}`],
  ["contact", ({ contact, since }, show) => (since === undefined ? `${contact}` : `${contact}, since ${show(since)}`)],
  [
    "allowed_from",
    ({ allowed_from: from = "", allowed_to: to = "" }, show) => `imported dates: ${show(from)} to ${show(to)}`,
  ],
  ["existing_row", ({ existing_row: row }) => `see row ${row}`],
  [
    "existing_date",
    ({ existing_date: date = "", type }, show) =>
      `${type === "duplicate_invite" || type === "invite_day_rule" ? "other invite" : "already imported"}: ${show(date)}`,
  ],
];

/** Returns the details of an error row, or an empty string if the row has none. */
export function matchDetail({ error_type: type, match_info: info = {} }: ImportErrorItem, show: ShowTime): string {
  const texts = Object.fromEntries(
    Object.entries(info).flatMap(([key, value]) => (value === null ? [] : [[key, String(value)]])),
  );
  const entry = describers.find(([key]) => Object.hasOwn(texts, key));
  return entry ? entry[1]({ ...texts, type }, show) : "";
}

/**
 * Creates the report of an import that failed or that had an empty file.
 * `attempt` is `undefined` if the failure could not be recorded.
 */
export function attemptReport(
  attempt: ImportAttemptItem | undefined,
  { practice, file, timeZone }: ReportedFile,
): Report {
  const started = attempt && ` Started ${showTime(timeZone)(attempt.started_at)}.`;
  const connection = attempt?.connection ? ` Connection ${attempt.connection}.` : "";
  const name = attempt ? `Import attempt ${attempt.attempt_id}` : "The import";
  return failureReport({
    title: attempt?.status === "empty" ? `${name}: the file is empty` : `${name} failed`,
    subtitle: `${practice}. File ${file}.${started ?? ""}${connection}`,
    notice: attemptNotice(attempt),
  });
}

function attemptNotice(attempt: ImportAttemptItem | undefined): string {
  if (attempt?.status === "empty") return "The file has no rows, so nothing was imported. Export the file again.";
  const reason = `Reason: ${attempt?.reason ?? "internal error"}.`;
  return attempt && attempt.import_id !== null
    ? `Import ${attempt.import_id} was interrupted. A running server or the next import completes this import. ${reason}`
    : `The import failed, and nothing was imported. ${reason} Export the file again, then import the new file. If the new file fails too, ask your administrator.`;
}
