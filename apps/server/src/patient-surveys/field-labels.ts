/** Headings of a patient file by survey field. */
export type Headings = Readonly<Partial<Record<string, string>>>;

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
