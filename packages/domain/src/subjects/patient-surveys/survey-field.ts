import type { CahpsType } from "./cahps-type.js";

type Use = "required" | "optional" | "unused";
type Uses = readonly [oascahps: Use, hcahps: Use];

const [required, optional]: readonly Uses[] = [
  ["required", "required"],
  ["optional", "optional"],
] as const;

/**
 * Fields of a patient file, with their use in OAS CAHPS and HCAHPS. Missing fields are reported in this order. The
 * names of the fields are published.
 */
export const surveyFieldUses = {
  first_name: required,
  last_name: required,
  middle_initial: optional,
  address_1: required,
  address_2: optional,
  city: required,
  state: required,
  zip: required,
  country: optional,
  phone: optional,
  mobile: optional,
  email: optional,
  date_of_birth: required,
  sex: required,
  language: ["optional", "required"],
  race: optional,
  ethnicity: optional,
  patient_id: required,
  visit_id: required,
  // The rule `missing_required_field` requires at least one of the next three fields.
  facility_ccn: optional,
  location_code: optional,
  location_name: optional,
  service_date: ["required", "unused"],
  admit_date: ["unused", "required"],
  discharge_date: ["optional", "required"],
  procedure_code_1: ["required", "optional"],
  procedure_code_2: optional,
  procedure_code_3: optional,
  procedure_code_4: optional,
  procedure_code_5: optional,
  procedure_code_6: optional,
  ms_drg: ["unused", "optional"],
  admission_source: ["optional", "required"],
  discharge_status: ["optional", "required"],
  attending_npi: optional,
  attending_name: optional,
  er_admit: ["unused", "optional"],
  deceased: optional,
  no_publicity: optional,
  prisoner: optional,
  state_regulation: optional,
  newborn: optional,
  admitted_inpatient: ["optional", "unused"],
} as const satisfies Readonly<Record<string, Uses>>;

export type SurveyField = keyof typeof surveyFieldUses;

export const surveyFields = Object.keys(surveyFieldUses) as readonly SurveyField[];

const requiredBy = (place: 0 | 1): readonly SurveyField[] =>
  surveyFields.filter((field) => surveyFieldUses[field][place] === "required");

/** Required fields of a row, by survey. */
export const requiredFields: Readonly<Record<CahpsType, readonly SurveyField[]>> = {
  OASCAHPS: requiredBy(0),
  HCAHPS: requiredBy(1),
};

/** Fields that identify the facility. A row needs at least one of these fields. */
export const facilityFields = ["facility_ccn", "location_code", "location_name"] as const satisfies SurveyField[];

export const addressFields = ["address_1", "city", "state", "zip"] as const satisfies SurveyField[];

export const procedureFields = surveyFields.filter((field) => field.startsWith("procedure_code_"));
