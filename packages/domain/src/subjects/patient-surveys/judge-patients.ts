import type { PatientFileId } from "../../foundation/kernel/ids.js";
import { codeDate, judgedProcedures } from "./code-texts.js";
import { defectRules } from "./defects.js";
import { earlierRows } from "./earlier-rows.js";
import { type Finding, findingsOf, type JudgingTerms } from "./finding.js";
import type { PatientWarningItem } from "./patient-file-items.js";
import type { PatientRow } from "./patient-rows.js";
import { patientWarning } from "./patient-warning.js";
import { type Patient, type PatientReading, readPatient } from "./patient.js";
import { warningRules } from "./warnings.js";

type Counts = Readonly<Record<string, number>>;

/**
 * Result of checking a file: the number of findings by code, and the number of eligible rows by category. The category
 * is a procedure category or a type of stay.
 */
export type PatientCounts = {
  readonly warnings: number;
  /** Number of rows without a defect. */
  readonly eligible: number;
  readonly defectsByCode: Counts;
  readonly warningsByCode: Counts;
  readonly eligibleByGroup: Counts;
};

/** Creates a function that checks one row of a file. Call this function for all rows, in file order. */
export function judgePatients(
  file: PatientFileId,
  reading: PatientReading,
  known: Omit<JudgingTerms, "earlier" | "type" | "uploadDate">,
) {
  const { type, dates } = reading;
  const terms: JudgingTerms = { ...known, type, uploadDate: dates.uploadDate, earlier: earlierRows(type) };
  const [defectsByCode, warningsByCode, eligibleByGroup] = [counter(), counter(), counter()];
  let [warned, eligible] = [0, 0];
  return {
    /** Checks a row and returns the findings to store, or `undefined` if there are none. */
    judge(row: PatientRow): PatientWarningItem | undefined {
      const patient = readPatient(row, reading);
      const defects = findingsOf(defectRules, patient, terms);
      const warnings = findingsOf(warningRules, patient, terms);
      terms.earlier.add(patient);
      defectsByCode.add(codesOf(defects));
      warningsByCode.add(codesOf(warnings));
      if (defects.length === 0) {
        eligible += 1;
        eligibleByGroup.add([groupOf(patient, terms)]);
      }
      if (defects.length + warnings.length === 0) return undefined;
      warned += 1;
      return patientWarning(file, row, defects, warnings);
    },
    counts: (): PatientCounts => ({
      ...{ warnings: warned, eligible },
      defectsByCode: defectsByCode.inOrder(defectRules.map(({ code }) => code)),
      warningsByCode: warningsByCode.inOrder(warningRules.map(({ code }) => code)),
      eligibleByGroup: eligibleByGroup.inOrder(),
    }),
  };
}

const codesOf = (findings: readonly Finding[]): ReadonlySet<string> => new Set(findings.map(({ code }) => code));

function counter() {
  const counts = new Map<string, number>();
  return {
    add(names: Iterable<string>): void {
      for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
    },
    inOrder(names: readonly string[] = [...counts.keys()].sort()): Counts {
      return Object.fromEntries(names.flatMap((name) => (counts.has(name) ? [[name, counts.get(name) ?? 0]] : [])));
    },
  };
}

/** Returns the category of the procedure or stay for the report. */
function groupOf(patient: Patient, terms: JudgingTerms): string {
  if (terms.type === "OASCAHPS") {
    const [code] = judgedProcedures(patient, terms).eligible;
    return code === undefined ? "5 no code" : terms.codes.procedureCategory(code);
  }
  const [drg, date] = [patient.text("ms_drg"), codeDate(patient, terms)];
  if (!terms.codes.isKnownDrg(drg, date)) return "no MS-DRG";
  return terms.codes.isMaternityDrg(drg, date) ? "Maternity" : "Medical and Surgical";
}
