import type { CahpsType } from "../subjects/patient-surveys/cahps-type.js";
import type { PatientRow, PatientSource } from "../subjects/patient-surveys/patient-rows.js";
import type { SurveyField } from "../subjects/patient-surveys/survey-field.js";

type Texts = PatientRow["texts"];

/** Cells of a patient row that has no findings in either survey if it is uploaded on 2026-06-01. */
const basePatient: Texts = {
  first_name: "Cal",
  last_name: "Reed",
  address_1: "12 Elm St",
  city: "Provo",
  state: "UT",
  zip: "84601",
  country: "",
  phone: "(801) 555-0142",
  mobile: "",
  email: "cal.reed@example.com",
  date_of_birth: "1980-05-01",
  sex: "M",
  language: "English",
  patient_id: "MRN-5",
  visit_id: "V-1",
  facility_ccn: "05C9Y7",
  location_code: "L-1",
  location_name: "Main Street",
  discharge_status: "01",
  attending_npi: "1234567893",
  deceased: "",
  no_publicity: "",
  prisoner: "",
  state_regulation: "",
  newborn: "",
};

const stays: Readonly<Record<CahpsType, Texts>> = {
  OASCAHPS: { service_date: "2026-05-10", procedure_code_1: "66984", procedure_code_2: "", admitted_inpatient: "" },
  HCAHPS: { admit_date: "2026-05-10", discharge_date: "2026-05-12", ms_drg: "291", admission_source: "1" },
};

/** Creates the cells of a valid row. `texts` overrides cells. */
export const patientTexts = (type: CahpsType, texts: Texts = {}): Texts => ({
  ...basePatient,
  ...stays[type],
  ...texts,
});

/**
 * Creates a patient file that returns `size` rows per batch.
 * Rows without a row number are numbered as in a spreadsheet.
 */
export const patientFileOf = (
  type: CahpsType,
  rows: readonly (Partial<Omit<PatientRow, "texts">> & { readonly texts?: Texts })[],
  size = 1_000,
): PatientSource => {
  const numbered = rows.map((row, index) => ({ row: index + 2, others: [], ...row, texts: row.texts ?? {} }));
  const fields = new Set(numbered.flatMap(({ texts }) => Object.keys(texts) as SurveyField[]));
  return {
    type,
    async *read() {
      for (let start = 0; start < Math.max(numbered.length, 1); start += size) {
        yield { fields, rows: numbered.slice(start, start + size) };
      }
    },
  };
};
