import type { ParsedPatientFile } from "@repute/domain";
import { paragraphs, type Text } from "../output.js";
import { table } from "../table.js";

/**
 * Summarizes a patient file for an operator: its counts, the number of rows per finding, and the eligible patients per
 * group.
 */
export function patientSummary({ item, month, counts, suppressed }: ParsedPatientFile): Text {
  const { defectsByCode, warningsByCode, eligibleByGroup } = counts;
  const counters = table(
    [`${item.cahps_type} ${item.is_test ? "test file" : "file"} ${item.file_id}`, "count"],
    [
      ["patients", item.total_patients],
      ["to be surveyed", counts.eligible],
      ["not surveyed", item.total_patients - counts.eligible],
      ["rows with findings", item.warnings_count],
      ...(suppressed > 0 ? [["rows about erased people, dropped", suppressed] as const] : []),
      ["sample month", month ?? "unknown"],
    ],
  );
  const findings = [...rowsOf("defect", defectsByCode), ...rowsOf("warning", warningsByCode)];
  const groups = Object.entries(eligibleByGroup);
  return paragraphs(
    counters,
    ...(findings.length > 0 ? [table(["finding", "code", "rows"], findings)] : []),
    ...(groups.length > 0 ? [table(["surveyed group", "patients"], groups)] : []),
  );
}

const rowsOf = (kind: string, byCode: Readonly<Record<string, number>>) =>
  Object.entries(byCode).map(([code, rows]) => [kind, code, rows] as const);

/** Formats a parsed patient file as JSON. Adds counts that the API does not publish. */
export const patientFileJson = ({ item, month, counts, suppressed, earlier }: ParsedPatientFile) => ({
  ...item,
  suppressed,
  sample_month: month,
  eligible_patients: counts.eligible,
  defects: counts.defectsByCode,
  warnings: counts.warningsByCode,
  eligible_by_group: counts.eligibleByGroup,
  imported_before: earlier && { file_id: earlier.file_id, created_at: earlier.created_at },
});
