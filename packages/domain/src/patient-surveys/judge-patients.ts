import type { PatientFileId } from "../kernel/ids.js";
import { judgedProcedures, codeDate } from "./code-texts.js";
import { defectRules } from "./defects.js";
import { earlierRows } from "./earlier-rows.js";
import type { Finding, JudgingTerms } from "./finding.js";
import { findingsOf } from "./finding.js";
import type { Patient, PatientReading } from "./patient.js";
import { readPatient } from "./patient.js";
import type { PatientRow } from "./patient-rows.js";
import type { PatientWarningItem } from "./patient-file-items.js";
import { patientWarning } from "./patient-warning.js";
import { warningRules } from "./warnings.js";

/** How many rows have something, by name. */
type Counts = Readonly<Record<string, number>>;

/** What came of a file's rows: how many have which finding, and how many can be surveyed, by what was done to them. */
export type PatientCounts = {
  readonly warnings: number;
  /** Rows without a defect. */
  readonly eligible: number;
  readonly defectsByCode: Counts;
  readonly warningsByCode: Counts;
  readonly eligibleByGroup: Counts;
};

/** Judges the rows of a file, in its order. */
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
    /** What is to be kept of a row, if anything is. */
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

/** Under which kind of procedure or stay results are reported. */
function groupOf(patient: Patient, terms: JudgingTerms): string {
  if (terms.type === "OASCAHPS") {
    const [code] = judgedProcedures(patient, terms).eligible;
    return code === undefined ? "5 no code" : terms.codes.procedureCategory(code);
  }
  const [drg, date] = [patient.text("ms_drg"), codeDate(patient, terms)];
  if (!terms.codes.isKnownDrg(drg, date)) return "no MS-DRG";
  return terms.codes.isMaternityDrg(drg, date) ? "Maternity" : "Medical and Surgical";
}
