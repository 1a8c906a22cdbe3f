import type { Advice, Task } from "../report/task.js";

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
    "The visit is counted once, with the values of the first row. If the rows are about different visits, use different visit IDs.",
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

export function adviceOn(code: string): Advice & { readonly task: Task } {
  const [task, title, advice] = entries[code] ?? ["check", code, ""];
  return { task, title, advice };
}
