import { type CahpsType, type PatientFileItem, type PatientWarningItem, rowOfWarning } from "@repute/domain";
import { type EarlierReport, newFindingsSum } from "../report/earlier-report.js";
import { groupChart } from "../report/group-chart.js";
import { groupedRows, type GroupHead } from "../report/grouped-rows.js";
import type { ReportGroup } from "../report/report-group.js";
import type { Report } from "../report/report-page.js";
import type { ReportedFile } from "../report/reported-file.js";
import { showTime } from "../report/show-time.js";
import { tasks, taskTitles, taskTones } from "../report/task.js";
import { countText } from "../table.js";
import { fieldLabels, type Headings } from "./field-labels.js";
import { adviceOn } from "./finding-advice.js";
import { findingText } from "./finding-text.js";

type Notes = PatientWarningItem["notes"];
type Finding = NonNullable<Notes["warnings"]>[number];
/** Severity of a finding. A defect excludes the patient from the survey; a warning does not. */
type Kind = "defect" | "warning";

const columns = ["Row", "Patient", "Patient ID", "Visit", "Date", "Location", "Finding"];
const surveys: Readonly<Record<CahpsType, string>> = { OASCAHPS: "OAS CAHPS", HCAHPS: "HCAHPS" };

/** A parsed patient file. `month` is the sample month, and `headings` are the file's own headings, if they are known. */
export type ReportedPatients = {
  readonly item: PatientFileItem;
  readonly month: string | null;
  readonly headings?: Headings | undefined;
};

/**
 * Creates the report of a patient file for people who prepare patient surveys: rows to correct, rows to check, and
 * patients whom the rules exclude.
 */
export async function patientReport(
  { item, month, headings }: ReportedPatients,
  pages: AsyncIterable<readonly PatientWarningItem[]>,
  { practice, file, timeZone, earlier }: ReportedFile,
  before?: EarlierReport<FindingOfRow>,
): Promise<Report> {
  const { groups, rows, excluded, warned } = await gather(pages, { type: item.cahps_type, headings, before });
  const patients = item.total_patients;
  const uploaded = showTime(timeZone)(item.created_at);
  return {
    title: `${surveys[item.cahps_type]} ${item.is_test ? "test file" : "file"} ${item.file_id}`,
    subtitle: `${practice}. File ${file}, uploaded ${uploaded}.${month === null ? "" : ` Sample month: ${month}.`}`,
    notice: [earlier, noticeOf(item, rows)].filter((one) => one !== undefined).join(" ") || undefined,
    counts: [
      ["Patients", patients],
      ["To be surveyed", patients - excluded],
      ["Not surveyed", excluded],
      ["Rows with findings", item.warnings_count],
    ],
    sums: [
      ...(patients === 0
        ? []
        : [
            `${countText(patients)} patients = ${countText(patients - excluded)} to be surveyed + ${countText(excluded)} not surveyed.`,
          ]),
      ...newFindingsSum(groups, before?.name),
    ],
    charts: [
      groupChart({
        title: "Not surveyed, by reason",
        groups: ofKind("defect", groups),
        rows: excluded,
        noun: "patient",
      }),
      groupChart({ title: "Warnings, by reason", groups: ofKind("warning", groups), rows: warned }),
    ],
    parts: tasks.map((task) => ({
      title: taskTitles[task],
      groups: groups.filter(({ id }) => id.startsWith(`${task}-`)),
    })),
  };
}

type Gathering = Pick<ReportedPatients, "headings"> & {
  readonly type: CahpsType;
  readonly before: EarlierReport<FindingOfRow> | undefined;
};

/** Groups the findings. Counts the rows, and the rows whose patients are excluded from the survey. */
async function gather(pages: AsyncIterable<readonly PatientWarningItem[]>, { type, headings, before }: Gathering) {
  const gathered = groupedRows(columns, "To get all rows, request the warnings of the file from the API.");
  const labelOf = fieldLabels(headings);
  let [rows, excluded, warned] = [0, 0, 0];
  for await (const warnings of pages) {
    rows += warnings.length;
    excluded += warnings.filter(({ notes: { discovered_defects: defects = [] } }) => defects.length > 0).length;
    warned += warnings.filter(({ notes }) => (notes.warnings ?? []).length > 0).length;
    for (const found of warnings.flatMap(findingsOf)) {
      const isFresh = before?.isKnown(found) === false;
      const value = sharedValue(found.findings[0], found.warning, labelOf);
      gathered.add(headOf(found), cellsOf(found, type, labelOf), { value, isFresh });
    }
  }
  return { groups: gathered.all(), rows, excluded, warned };
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
    notice: `The file was not parsed, and its patients were not checked. Reason: ${reason}. Export the file again, then send the new file. If the new file fails too, ask your administrator.`,
    counts: [],
    sums: [],
    charts: [],
    parts: [],
  };
}

function noticeOf({ total_patients: patients, warnings_count }: PatientFileItem, rows: number): string | undefined {
  if (patients === 0) return "The file has no patients. Export the file again.";
  if (rows < warnings_count)
    return "Some rows with findings are no longer stored. They are not listed, and they count as patients to be surveyed.";
  return rows === 0 ? "No problems were found in this file." : undefined;
}

/** Findings of one kind and code in a row. */
export type FindingOfRow = {
  readonly kind: Kind;
  readonly code: string;
  readonly findings: readonly Finding[];
  readonly warning: PatientWarningItem;
};

/** Returns the findings of a row by kind and code. */
export function findingsOf(warning: PatientWarningItem): readonly FindingOfRow[] {
  const { discovered_defects: defects = [], warnings = [] } = warning.notes;
  return [["defect", defects] as const, ["warning", warnings] as const].flatMap(([kind, findings]) =>
    [...new Set(findings.map((one) => one.code))].map((code) => ({
      ...{ kind, code, warning },
      findings: findings.filter((one) => one.code === code),
    })),
  );
}

/** Identifies a finding in different files: the code, the patient and the visit. */
export const keysOf = ({ code, warning: { patient_id, patient_info } }: FindingOfRow): readonly string[] => [
  ...[code, patient_id, patient_info["visit_id"] ?? ""],
];

/** Returns the heading of the group for a finding. The group's ID consists of the finding's task, kind and code. */
function headOf({ kind, code }: FindingOfRow): GroupHead {
  const { task, title, advice } = adviceOn(code);
  const id = `${task}-${kind}-${code.replaceAll("_", "-")}`;
  return { id, title, advice, tone: taskTones[task] };
}

function cellsOf(
  { warning, findings }: FindingOfRow,
  type: CahpsType,
  labelOf: (field: string) => string,
): readonly string[] {
  const info = warning.patient_info;
  const date = type === "OASCAHPS" ? info["service_date"] : info["discharge_date"];
  return [
    String(rowOfWarning(warning)),
    `${info["first_name"] ?? ""} ${info["last_name"] ?? ""}`.trim(),
    warning.patient_id,
    info["visit_id"] ?? "",
    date ?? "",
    warning.location_name,
    findings.map((finding) => findingText(finding, labelOf)).join("; "),
  ];
}

const ofFields = new Set(["missing_required_field"]);
const ofValues = new Set([
  ...["unknown_location", "unknown_sex", "unknown_language", "unknown_discharge_status", "unknown_drg"],
  ...["ineligible_drg", "no_eligible_procedure", "invalid_ccn", "invalid_npi", "invalid_state"],
]);

/** Returns the field or value that a finding is about. The report groups findings about the same field or value. */
function sharedValue(
  finding: Finding | undefined,
  { patient_info: info }: PatientWarningItem,
  labelOf: (field: string) => string,
): string | undefined {
  const field = finding?.field ?? null;
  if (!finding || field === null) return undefined;
  if (ofFields.has(finding.code)) return labelOf(field);
  return ofValues.has(finding.code) ? info[field] || undefined : undefined;
}

const ofKind = (kind: Kind, groups: readonly ReportGroup[]): readonly ReportGroup[] =>
  groups.filter(({ id }) => id.split("-")[1] === kind);
