import {
  type CahpsType,
  type ParsedPatientFile,
  type PatientFileItem,
  type PatientWarningItem,
  rowOfWarning,
  type SampleCounts,
} from "@repute/domain";
import { countText } from "../terminal/output.js";
import {
  type EarlierReport,
  groupChart,
  groupedRows,
  type GroupHead,
  newFindingsSum,
  type ReportedFile,
  showTime,
} from "./report-groups.js";
import {
  type Advice,
  countedText,
  failureReport,
  noticeOf,
  type Report,
  type ReportGroup,
  type Task,
  taskParts,
  taskTones,
} from "./report-page.js";

type Notes = PatientWarningItem["notes"];
type Finding = NonNullable<Notes["warnings"]>[number];
/** Severity of a finding. A defect excludes the patient from the survey; a warning does not. */
type Kind = "defect" | "warning";

const columns = ["Row", "Patient", "Patient ID", "Visit", "Date", "Location", "Finding"];
const surveys: Readonly<Record<CahpsType, string>> = { OASCAHPS: "OAS CAHPS", HCAHPS: "HCAHPS" };

/** A parsed patient file. `month` is the sample month, and `headings` are the file's own headings, if they are known. */
type ReportedPatients = {
  readonly item: PatientFileItem;
  readonly month: string | null;
  readonly headings?: Headings | undefined;
  /** Headings that were not read, with the fields that they probably mean. Absent if the report is written again. */
  readonly unread?: ParsedPatientFile["unread"];
  /** Counts of the sample month. Not reported for tests. */
  readonly sample?: SampleCounts;
};

/**
 * Creates the report of a patient file for people who prepare patient surveys: rows to correct, rows to check, and
 * patients whom the rules exclude.
 */
export async function patientReport(
  { item, month, headings, unread = [], sample }: ReportedPatients,
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
    notice: noticeOf([unreadNotice(unread), earlier, listNotice(item, rows)]),
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
      ...(sample && month !== null && !item.is_test ? [sampleText(sample, month)] : []),
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
    parts: taskParts(groups),
  };
}

const maxHeadings = 30;

function unreadNotice(unread: NonNullable<ParsedPatientFile["unread"]>): string | undefined {
  const names = unread.map(({ heading, meant }) => (meant ? `${heading} (did you mean ${meant}?)` : heading));
  return names.length === 0 ? undefined : `Columns that were not read: ${names.slice(0, maxHeadings).join(", ")}.`;
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

const sampleText = ({ files, visits, eligible }: SampleCounts, month: string): string =>
  `Sample of ${month}: ${countedText(visits, "visit")} in ${countedText(files, "file")}, ${countText(eligible)} to be surveyed.`;

/** Creates the report of a patient file that could not be parsed. */
export function failedPatientReport(
  { type, connection }: { readonly type: CahpsType; readonly connection?: string },
  reason: string,
  { practice, file }: ReportedFile,
): Report {
  return failureReport({
    title: `The ${surveys[type]} file failed`,
    subtitle: `${practice}. File ${file}.${connection === undefined ? "" : ` Connection ${connection}.`}`,
    notice: `The file was not parsed, and its patients were not checked. Reason: ${reason}. Export the file again, then send the new file. If the new file fails too, ask your administrator.`,
  });
}

/** Creates the report of a file that was undone. */
export const undonePatientReport: typeof failedPatientReport = (file, reason, about) => ({
  ...failedPatientReport(file, reason, about),
  title: `The ${surveys[file.type]} file was undone`,
  notice: "The file was undone, so it no longer counts, and its patients are not surveyed with it.",
});

function listNotice({ total_patients: patients, warnings_count }: PatientFileItem, rows: number): string | undefined {
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
    nameOf(warning),
    warning.patient_id,
    info["visit_id"] ?? "",
    date ?? "",
    warning.location_name,
    findings.map((finding) => findingText(finding, labelOf)).join("; "),
  ];
}

/** Returns the findings of a row, each as one line of text. */
export const findingLines = (warning: PatientWarningItem, labelOf: (field: string) => string) =>
  findingsOf(warning).map(({ kind, code, findings }) => ({
    ...{ line: rowOfWarning(warning), kind: "patients", key: warning.patient_id, patient: nameOf(warning) },
    level: kind === "defect" ? ("error" as const) : ("warning" as const),
    ...{ code, message: findings.map((finding) => findingText(finding, labelOf)).join("; ") },
  }));

const nameOf = ({ patient_info: info }: PatientWarningItem): string =>
  `${info["first_name"] ?? ""} ${info["last_name"] ?? ""}`.trim();

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

/**
 * Formats a finding for people. The published texts name fields as the API does, such as `address_1`. Reports name the
 * same fields with `labelOf`: by the heading of the file, or by a label.
 */
export function findingText({ code, field, text }: Finding, labelOf: (field: string) => string): string {
  if (code === "missing_required_field" && field !== null) return `${labelOf(field)} is empty`;
  const colon = text.indexOf(": ");
  const [statement, value] = colon < 0 ? [text, ""] : [text.slice(0, colon), text.slice(colon)];
  const labeled =
    field !== null && statement.startsWith(`${field} `) ? labelOf(field) + statement.slice(field.length) : statement;
  const spelled = labeled.replace("recognised", "recognized").replace(/^E-mail/, "Email");
  return spelled + (code === "incomplete_address" ? labeledList(value, labelOf) : value);
}

/** Replaces the field names in a list such as `: city, zip`. */
const labeledList = (value: string, labelOf: (field: string) => string): string =>
  value.replace(/[a-z_0-9]+/g, labelOf);

/** Headings of a patient file by survey field. */
type Headings = Readonly<Partial<Record<string, string>>>;

/** Labels of fields whose names do not read well with spaces instead of underscores. */
const labels: Headings = {
  address_1: "Address",
  address_2: "Second address line",
  zip: "ZIP code",
  mobile: "Mobile phone",
  facility_ccn: "CCN of the facility",
  ms_drg: "MS-DRG",
  attending_npi: "NPI of the attending physician",
  attending_name: "Name of the attending physician",
  procedure_code_1: "First procedure code",
  patient_id: "Patient ID",
  visit_id: "Visit ID",
  er_admit: "Admitted through the emergency room",
};

/** Returns the function that names a survey field for people: the file's own heading, or a label. */
export const fieldLabels =
  (headings: Headings = {}) =>
  (field: string): string =>
    headings[field] ?? labels[field] ?? spaced(field);

const spaced = (field: string): string => {
  const text = field.replaceAll("_", " ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
};

type Entry = readonly [task: Task, title: string, advice: string];

const send = "Correct the row in your system, then send a new file.";

/** Advice for people who prepare patient surveys, by finding code. Defects come first, in the order of the rules. */
const entries: Readonly<Record<string, Entry>> = {
  missing_required_field: ["correct", "Required field empty", `The survey needs this field. ${send}`],
  invalid_date: ["correct", "Date unreadable", `The date cannot be read. ${send}`],
  future_date: ["correct", "Date in the future", `The date is later than the upload of the file. ${send}`],
  discharge_before_admit: [
    "correct",
    "Discharged before admitted",
    `The admission date or the discharge date is wrong. ${send}`,
  ],
  under_18: ["nothing", "Under 18", "Only adults are surveyed. If the date of birth is wrong, correct the date."],
  implausible_age: ["correct", "Implausible age", `The date of birth is probably wrong. ${send}`],
  out_of_sample_month: [
    "check",
    "Outside the sample month",
    "The date is in another month. If the date is correct, send the patient in the file for that month.",
  ],
  invalid_ccn: ["correct", "Invalid facility number", `A CMS certification number has six letters or digits. ${send}`],
  unknown_location: [
    "correct",
    "Location not recognized",
    "If the location below is yours, ask your administrator to add the name or code. If the location is misspelled, correct the name in your system.",
  ],
  no_contact: [
    "correct",
    "No way to reach the patient",
    `The row has no complete address, no usable phone number and no usable email address. ${send}`,
  ],
  foreign_address: [
    "nothing",
    "Address outside the United States",
    "Patients with a foreign address are not surveyed. If the address is wrong, correct the address.",
  ],
  deceased: ["nothing", "Deceased", "Deceased patients are not surveyed."],
  hospice: ["nothing", "Discharged to hospice", "Patients in hospice care are not surveyed."],
  law_enforcement: ["nothing", "Court or law enforcement", "Patients in custody are not surveyed."],
  no_publicity: ["nothing", "Asked not to be contacted", "Patients with a no-contact request are not surveyed."],
  state_regulation: ["nothing", "Excluded by state regulation", "State law does not allow surveys of these patients."],
  duplicate_visit: [
    "check",
    "Same visit twice",
    "The visit is counted once, with the values of the first row. An earlier file of the month can have that row. If the rows are about different visits, use different visit IDs.",
  ],
  duplicate_patient: [
    "nothing",
    "Patient already listed this month",
    "A patient is surveyed only once a month. The survey is about the earliest visit.",
  ],
  no_eligible_procedure: [
    "nothing",
    "No eligible procedure",
    "The survey does not cover these procedures. If a code is wrong, correct the code.",
  ],
  admitted_inpatient: [
    "nothing",
    "Admitted as an inpatient",
    "Patients who were admitted are not surveyed about an outpatient procedure.",
  ],
  newborn: ["nothing", "Newborn record", "Newborns are not surveyed."],
  no_overnight_stay: ["nothing", "No overnight stay", "Only patients who stayed at least one night are surveyed."],
  nursing_facility: [
    "nothing",
    "Discharged to a nursing facility",
    "Patients discharged to a nursing facility are not surveyed.",
  ],
  ineligible_drg: [
    "nothing",
    "MS-DRG not eligible",
    "Patients with this MS-DRG are not surveyed. If the MS-DRG is wrong, correct the number.",
  ],
  missing_procedure_code: [
    "check",
    "No procedure code",
    "The patient can be surveyed. Add the code to make the results complete.",
  ],
  partly_ineligible_procedure: [
    "nothing",
    "Some procedures not eligible",
    "The patient is surveyed about the other procedures.",
  ],
  missing_drg: ["check", "No MS-DRG", "The patient can be surveyed. Add the MS-DRG to make the results complete."],
  unknown_drg: ["check", "MS-DRG not recognized", "An MS-DRG is a number from 001 to 999."],
  unknown_discharge_status: [
    "check",
    "Discharge status not recognized",
    "This is not a UB-04 patient discharge status. Check whether the patient may be surveyed.",
  ],
  unknown_sex: ["check", "Sex not recognized", "Use 1, M or Male for male, and 2, F or Female for female."],
  unknown_language: [
    "check",
    "Language not recognized",
    "The survey is not available in this language, or the language is misspelled.",
  ],
  invalid_phone: ["check", "Invalid phone number", "This phone number cannot be called."],
  invalid_email: ["check", "Invalid email address", "This is not an email address."],
  suspicious_email: ["check", "Email address is a placeholder", "The patient probably gave no email address."],
  incomplete_address: ["check", "Incomplete address", "The patient can be reached only by phone or email."],
  invalid_zip: [
    "check",
    "Invalid ZIP code",
    "A ZIP code has five or nine digits. Spreadsheets often drop a leading zero.",
  ],
  invalid_state: ["check", "Invalid state", "This is not a state or territory of the United States."],
  institution_address: [
    "check",
    "Address may be an institution",
    "Patients in custody and in nursing homes are not surveyed. Check whether this is the address of a prison or a nursing home.",
  ],
  placeholder_name: [
    "check",
    "Name may be a placeholder",
    "The survey addresses the patient by this name. Check the name.",
  ],
  repeated_visit: [
    "check",
    "Visit already in an earlier file",
    "The patient could not be surveyed with the earlier row. Check that this row is the corrected one.",
  ],
  comma_in_name: ["check", "Comma in a name", "The column may contain more than one name. Check both names."],
  equal_names: ["check", "Equal first and last names", "One of the names is probably wrong. Check both names."],
  shared_phone: [
    "check",
    "Phone number shared by several patients",
    "The number may belong to a family, or to the practice itself.",
  ],
  shared_household: [
    "check",
    "Several patients in one household",
    "These patients may be one family. A survey may reach the wrong patient.",
  ],
  invalid_npi: ["check", "Invalid physician NPI", "An NPI has ten digits. The last digit is a check digit."],
  column_count: ["check", "Wrong number of cells", "Values may be in the wrong columns. Export the file again."],
};

function adviceOn(code: string): Advice & { readonly task: Task } {
  const [task, title, advice] = entries[code] ?? ["check", code, ""];
  return { task, title, advice };
}
