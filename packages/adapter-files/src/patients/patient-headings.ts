import { type CahpsType, type SurveyField, surveyFields } from "@repute/domain";
import { folded, type KnownHeadings } from "../delimited-text.js";

/** Accepted headings of each field besides the field's own name, in order of precedence. */
const spellings: { readonly [Field in SurveyField]?: readonly string[] } = {
  zip: ["ZIP Code"],
  phone: ["Telephone Number"],
  mobile: ["Mobile Number"],
  date_of_birth: ["DOB"],
  sex: ["Gender"],
  patient_id: ["Medical Record Number", "MRN"],
  visit_id: ["Unique ID", "Visit Number", "Case ID"],
  facility_ccn: ["CCN", "Provider ID", "Provider Number"],
  location_name: ["Facility"],
  procedure_code_1: ["CPT"],
  ms_drg: ["DRG"],
  admission_source: ["Patient Admission Source"],
  discharge_status: ["Patient Discharge Status"],
  attending_npi: ["Attending Physician NPI"],
  attending_name: ["Attending Physician Name"],
  deceased: ["Deceased Flag"],
  no_publicity: ["No Publicity Flag"],
  prisoner: ["Prisoner Flag"],
  state_regulation: ["State Regulation Flag"],
  newborn: ["Newborn Flag"],
  admitted_inpatient: ["Transferred/admitted to inpatient"],
};

/**
 * Accepted headings by type of survey.
 * For OAS CAHPS, `Visit or Admit Date` is the date of surgery.
 * For HCAHPS, it is the date of admission.
 */
const spellingsOf: Readonly<Record<CahpsType, typeof spellings>> = {
  OASCAHPS: { ...spellings, service_date: ["Surgery Date", "DOS", "Visit or Admit Date"] },
  HCAHPS: { ...spellings, admit_date: ["Visit or Admit Date"] },
};

/** Returns the accepted headings of a field in order of precedence, starting with the field's name. */
export const headingsOf = (type: CahpsType, field: SurveyField): readonly string[] => [
  field,
  ...(spellingsOf[type][field] ?? []),
];

const columnsOf = (type: CahpsType) =>
  new Map(
    surveyFields.flatMap((field) =>
      headingsOf(type, field).map((heading, rank) => [folded(heading), { field, rank }] as const),
    ),
  );

const columns = { OASCAHPS: columnsOf("OASCAHPS"), HCAHPS: columnsOf("HCAHPS") };

export const patientHeadings = (type: CahpsType): KnownHeadings => ({
  has: (heading) => columns[type].has(heading),
  examples: "First Name, Last Name, Date of Birth, Medical Record Number, Unique ID",
});

/** Returns a field with its usual headings for error messages, such as `date_of_birth (DOB)`. */
export function spelled(type: CahpsType, field: SurveyField): string {
  const [, ...others] = headingsOf(type, field);
  return others.length === 0 ? field : `${field} (${others.join(", ")})`;
}

/** A column of a file. `field` is absent if the heading is unknown or another column supplies the field. */
export type PatientColumn = { readonly index: number; readonly heading: string; readonly field?: SurveyField };

/**
 * Returns the columns of a file in file order.
 * If several columns map to one field, only the heading with the highest precedence gets the field.
 */
export function patientColumns(type: CahpsType, headings: readonly string[]): readonly PatientColumn[] {
  const best = new Map<SurveyField, { readonly rank: number; readonly index: number }>();
  for (const [index, heading] of headings.entries()) {
    const found = columns[type].get(folded(heading));
    if (!found) continue;
    const { field, rank } = found;
    const before = best.get(field);
    if (!before || rank < before.rank) best.set(field, { rank, index });
  }
  const fields = new Map([...best].map(([field, { index }]) => [index, field]));
  const used = new Set<string>(fields.values());
  return headings.map((heading, index) => {
    const field = fields.get(index);
    return field === undefined
      ? { index, heading: unused(heading || `column ${index + 1}`, used) }
      : { index, heading, field };
  });
}

/** Makes a heading unique by adding a number. */
function unused(heading: string, used: Set<string>): string {
  let name = heading;
  for (let count = 2; used.has(name); count += 1) name = `${heading} (${count})`;
  used.add(name);
  return name;
}
