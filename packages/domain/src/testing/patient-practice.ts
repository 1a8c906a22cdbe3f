import { memoryPorts, stillClock } from "../memory/memory-ports.js";
import type { CahpsType } from "../subjects/patient-surveys/cahps-type.js";
import { listPatientFiles, patientWarnings } from "../subjects/patient-surveys/list-patient-files.js";
import type { ParseOptions } from "../subjects/patient-surveys/parse-options.js";
import { parsePatientFile } from "../subjects/patient-surveys/parse-patient-file.js";
import type { PatientFileItem, PatientWarningItem } from "../subjects/patient-surveys/patient-file-items.js";
import type { PatientRow, PatientSource } from "../subjects/patient-surveys/patient-rows.js";
import { rowOfWarning } from "../subjects/patient-surveys/patient-warning.js";
import { aLocation, at, locationId } from "./builders.js";
import { addAccount } from "./fresh-storage.js";
import { patientFileOf, patientTexts } from "./patient-builders.js";

type Texts = PatientRow["texts"];

/** Creates a practice in memory on 2026-06-01, with two locations. */
export async function patientPractice() {
  const clock = stillClock(at("2026-06-01T12:00:00Z"));
  const ports = memoryPorts({ clock });
  const account = await addAccount(ports.storage, "acme");
  const annex = aLocation({ id: locationId(2), name: "Annex", externalIds: ["L-2"] });
  await ports.storage.transact(account, ({ catalog }) => catalog.save(account, { locations: [aLocation(), annex] }));
  const parse = (source: PatientSource, options: ParseOptions = {}) =>
    parsePatientFile(ports)(account, source, options);
  async function warningsOf(fileId: number): Promise<readonly PatientWarningItem[]> {
    const found: PatientWarningItem[] = [];
    for await (const some of patientWarnings(ports)(account, fileId)) found.push(...some);
    return found;
  }
  /**
   * Parses rows of different patients and returns the findings.
   * Cells that are not given get default values, which have no findings.
   */
  async function judge(type: CahpsType, texts: readonly Texts[], options: ParseOptions = {}) {
    const rows = texts.map((some, index) => ({ texts: patientTexts(type, { ...apart(index), ...some }) }));
    const { item } = await parse(patientFileOf(type, rows), options);
    const warnings = await warningsOf(item.file_id);
    return warnings.flatMap((warning) => {
      const { discovered_defects: defects = [], warnings: others = [] } = warning.notes;
      const format = (kind: string, { code, field, text }: (typeof defects)[number]) =>
        `${rowOfWarning(warning)} ${kind} ${code} ${field ?? "-"}: ${text}`;
      return [...defects.map((one) => format("defect", one)), ...others.map((one) => format("warning", one))];
    });
  }
  return {
    ...{ ports, account, clock, parse, warningsOf, judge },
    async files(): Promise<readonly PatientFileItem[]> {
      const range = { start_date: "2026-01-01", end_date: "2026-12-31" };
      const { read } = await listPatientFiles({ ...ports, rendered: async () => {} })(account, range);
      const items: PatientFileItem[] = [];
      for await (const { json } of read()) {
        items.push(...(JSON.parse(`[${new TextDecoder("utf-8", { fatal: true }).decode(json)}]`) as PatientFileItem[]));
      }
      return items;
    },
  };
}

const apart = (index: number): Texts => ({
  patient_id: `MRN-${index}`,
  visit_id: `V-${index}`,
  address_1: `${index + 1} Elm St`,
  phone: `(801) 555-01${String(index).padStart(2, "0")}`,
  email: `cal${index}@example.com`,
});
