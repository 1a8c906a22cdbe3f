import type { CahpsType, ParsedPatientFile, PatientFileItem, PatientWarningItem } from "@repute/domain";
import { rowOfWarning } from "@repute/domain";
import type { Chart } from "../report/bar-chart.js";
import type { GroupHead } from "../report/grouped-rows.js";
import { groupedRows } from "../report/grouped-rows.js";
import type { ReportGroup } from "../report/report-group.js";
import type { Report } from "../report/report-page.js";
import type { ReportedFile } from "../report/reported-file.js";
import { showTime } from "../report/show-time.js";
import { taskTitles, tasks } from "../report/task.js";
import { adviceOn } from "./finding-advice.js";

type Notes = PatientWarningItem["notes"];
type Finding = NonNullable<Notes["warnings"]>[number];
/** Severity of a finding. A defect excludes the patient from the survey; a warning does not. */
type Kind = "defect" | "warning";

const columns = ["Row", "Patient", "Patient ID", "Visit", "Date", "Location", "Finding"];
const surveys: Readonly<Record<CahpsType, string>> = { OASCAHPS: "OAS CAHPS", HCAHPS: "HCAHPS" };

/**
 * Creates the report of a patient file for people who prepare patient surveys: rows to correct, rows to check, and
 * patients whom the rules exclude.
 */
export async function patientReport(
  { item, month, counts }: ParsedPatientFile,
  pages: AsyncIterable<readonly PatientWarningItem[]>,
  { practice, file, timeZone, earlier }: ReportedFile,
): Promise<Report> {
  const gathered = groupedRows(columns, "To get all rows, request the warnings of the file from the API.");
  for await (const warnings of pages) {
    for (const warning of warnings) addTo(gathered, warning, item.cahps_type);
  }
  const groups = gathered.all();
  const uploaded = showTime(timeZone)(item.created_at);
  return {
    title: `${surveys[item.cahps_type]} ${item.is_test ? "test file" : "file"} ${item.file_id}`,
    subtitle: `${practice}. File ${file}, uploaded ${uploaded}.${month === null ? "" : ` Sample month: ${month}.`}`,
    notice: [earlier, noticeOf(item, groups.length > 0)].filter((one) => one !== undefined).join(" ") || undefined,
    counts: [
      ["Patients", item.total_patients],
      ["To be surveyed", counts.eligible],
      ["Not surveyed", item.total_patients - counts.eligible],
      ["Rows with findings", item.warnings_count],
    ],
    charts: [chartOf("Not surveyed, by reason", "defect", groups), chartOf("To check, by reason", "warning", groups)],
    parts: tasks.map((task) => ({
      title: taskTitles[task],
      groups: groups.filter(({ id }) => id.startsWith(`${task}-`)),
    })),
  };
}

/** Creates the report of a patient file that could not be parsed. */
export function failedPatientReport(
  { type, connection }: { readonly type: CahpsType; readonly connection?: string },
  reason: string,
  { practice, file }: ReportedFile,
): Report {
  return {
    title: `The ${surveys[type]} file failed`,
    subtitle: `${practice}. File ${file}.${connection === undefined ? "" : ` Connection ${connection}.`}`,
    notice: `The file was not parsed, and its patients were not checked. Reason: ${reason}.`,
    counts: [],
    charts: [],
    parts: [],
  };
}

function noticeOf({ total_patients: patients }: PatientFileItem, isAnythingFound: boolean): string | undefined {
  if (patients === 0) return "The file has no patients. Export the file again.";
  return isAnythingFound ? undefined : "No problems were found in this file.";
}

function addTo(gathered: ReturnType<typeof groupedRows>, warning: PatientWarningItem, type: CahpsType): void {
  const { discovered_defects: defects = [], warnings = [] } = warning.notes;
  for (const [kind, findings] of [["defect", defects] as const, ["warning", warnings] as const]) {
    for (const code of new Set(findings.map((one) => one.code))) {
      const ofCode = findings.filter((one) => one.code === code);
      gathered.add(headOf(kind, code), cellsOf(warning, ofCode, type), sharedValue(ofCode[0], warning));
    }
  }
}

/** Returns the heading of the group for a finding. The group's ID consists of the finding's task, kind and code. */
function headOf(kind: Kind, code: string): GroupHead {
  const { task, title, advice } = adviceOn(code);
  const id = `${task}-${kind}-${code.replaceAll("_", "-")}`;
  return { id, title, advice, tone: task === "correct" ? "error" : "warning" };
}

function cellsOf(warning: PatientWarningItem, findings: readonly Finding[], type: CahpsType): readonly string[] {
  const info = warning.patient_info;
  const date = type === "OASCAHPS" ? info["service_date"] : info["discharge_date"];
  return [
    String(rowOfWarning(warning)),
    `${info["first_name"] ?? ""} ${info["last_name"] ?? ""}`.trim(),
    warning.patient_id,
    info["visit_id"] ?? "",
    date ?? "",
    warning.location_name,
    findings.map(({ text }) => text).join("; "),
  ];
}

const ofFields = new Set(["missing_required_field"]);
const ofValues = new Set([
  ...["unknown_location", "unknown_sex", "unknown_language", "unknown_discharge_status", "unknown_drg"],
  ...["ineligible_drg", "no_eligible_procedure", "invalid_ccn", "invalid_npi", "invalid_state"],
]);

/** Returns the field or value that a finding is about. The report groups findings about the same field or value. */
function sharedValue(finding: Finding | undefined, { patient_info: info }: PatientWarningItem): string | undefined {
  const field = finding?.field ?? null;
  if (!finding || field === null) return undefined;
  if (ofFields.has(finding.code)) return field;
  return ofValues.has(finding.code) ? info[field] || undefined : undefined;
}

const chartOf = (title: string, kind: Kind, groups: readonly ReportGroup[]): Chart => ({
  title,
  bars: groups
    .filter(({ id }) => id.split("-")[1] === kind)
    .map(({ id, title: label, count, tone }) => ({ label, count, tone, target: id })),
});
