import type { CahpsType, SurveyField } from "@repute/domain";
import { surveyFields } from "@repute/domain";
import type { KnownHeadings } from "../delimited-text.js";
import { folded } from "../delimited-text.js";

/** Under which headings fields stand besides their own names; of several columns the one whose heading comes first counts. */
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

/** A visit is a surgery to one survey, and a stay to the other. */
const spellingsOf: Readonly<Record<CahpsType, typeof spellings>> = {
  OASCAHPS: { ...spellings, service_date: ["Surgery Date", "DOS", "Visit or Admit Date"] },
  HCAHPS: { ...spellings, admit_date: ["Visit or Admit Date"] },
};

/** Headings of a field, in order of precedence: its name first. */
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

/** The headings of patient files. */
export const patientHeadings = (type: CahpsType): KnownHeadings => ({
  has: (heading) => columns[type].has(heading),
  examples: "First Name, Last Name, Date of Birth, Medical Record Number, Unique ID",
});

/** What a heading is usually written like, for who looks for it: `date_of_birth (DOB)`. */
export function spelled(type: CahpsType, field: SurveyField): string {
  const [, ...others] = headingsOf(type, field);
  return others.length === 0 ? field : `${field} (${others.join(", ")})`;
}

/** A column of a file: the field that it holds, or only its heading. */
export type PatientColumn = { readonly index: number; readonly heading: string; readonly field?: SurveyField };

/**
 * The columns of a file, in its order. Where several hold one field, the better one does, and the others keep their
 * headings; so do columns that no field stands for.
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
  const taken = new Set<string>(fields.values());
  return headings.map((heading, index) => {
    const field = fields.get(index);
    return field === undefined
      ? { index, heading: unused(heading || `column ${index + 1}`, taken) }
      : { index, heading, field };
  });
}

/** The same heading twice would be one column. */
function unused(heading: string, taken: Set<string>): string {
  let name = heading;
  for (let count = 2; taken.has(name); count += 1) name = `${heading} (${count})`;
  taken.add(name);
  return name;
}
