import type { Advice, Task } from "../report/task.js";

type Entry = readonly [task: Task, title: string, advice: string];

const send = "Correct it in your system; the patient comes in with the next file.";

/** What a finding means to who prepares patient surveys, by code: defects first, in the order of the rules. */
const entries: Readonly<Record<string, Entry>> = {
  missing_required_field: ["correct", "Required field empty", `The survey needs this field. ${send}`],
  invalid_date: ["correct", "Date not readable", `This is not a date. ${send}`],
  future_date: ["correct", "Date in the future", `The date is after the upload of the file. ${send}`],
  discharge_before_admit: ["correct", "Discharged before admitted", `One of the two dates is wrong. ${send}`],
  under_18: ["nothing", "Under 18", "Only adults are surveyed. If the date of birth is wrong, correct it."],
  implausible_age: ["correct", "Age not plausible", `The date of birth is probably wrong. ${send}`],
  out_of_sample_month: [
    "check",
    "Outside the sample month",
    "The patient belongs to another month. If the date is right, send the patient with the file of that month.",
  ],
  invalid_ccn: [
    "correct",
    "Facility number not valid",
    `A CMS certification number has six letters or digits. ${send}`,
  ],
  unknown_location: [
    "correct",
    "Location not recognized",
    "If the location below is yours, ask for its name or code to be added; if it is misspelled, correct it in your system.",
  ],
  no_contact: [
    "correct",
    "No way to reach the patient",
    `There is no complete address, no usable phone number and no usable e-mail address. ${send}`,
  ],
  foreign_address: [
    "nothing",
    "Address outside the United States",
    "Patients abroad are not surveyed. If the address is wrong, correct it.",
  ],
  deceased: ["nothing", "Deceased", "Patients who died are not surveyed."],
  hospice: ["nothing", "Discharged to hospice", "Patients in hospice care are not surveyed."],
  law_enforcement: ["nothing", "Court or law enforcement", "Patients in custody are not surveyed."],
  no_publicity: ["nothing", "Asked not to be contacted", "Patients who asked for that are not surveyed."],
  state_regulation: [
    "nothing",
    "Excluded by state regulation",
    "The law of the state keeps these patients from being surveyed.",
  ],
  duplicate_visit: [
    "check",
    "Same visit twice",
    "The visit counts once, with its first row. If these are two visits, give them two ids.",
  ],
  duplicate_patient: [
    "nothing",
    "Patient already listed this month",
    "A patient is surveyed once a month, about the earliest visit.",
  ],
  no_eligible_procedure: [
    "nothing",
    "No eligible procedure",
    "Patients are not surveyed about these procedures. If a code is wrong, correct it.",
  ],
  admitted_inpatient: [
    "nothing",
    "Admitted as an inpatient",
    "Patients who were admitted are not surveyed about the outpatient procedure.",
  ],
  newborn: ["nothing", "Newborn record", "Newborns are not surveyed."],
  no_overnight_stay: ["nothing", "No overnight stay", "Patients are surveyed about stays of a night or longer."],
  nursing_facility: [
    "nothing",
    "Discharged to a nursing facility",
    "Patients who went to a nursing facility are not surveyed.",
  ],
  ineligible_drg: [
    "nothing",
    "MS-DRG not eligible",
    "Patients are not surveyed about these stays. If the group is wrong, correct it.",
  ],
  missing_procedure_code: [
    "check",
    "No procedure code",
    "The patient can be surveyed. Add the code, so that the results are complete.",
  ],
  partly_ineligible_procedure: [
    "nothing",
    "Some procedures not eligible",
    "The patient is surveyed about the other procedures.",
  ],
  missing_drg: ["check", "No MS-DRG", "The patient can be surveyed. Add the group, so that the results are complete."],
  unknown_drg: ["check", "MS-DRG not recognized", "An MS-DRG is a number from 001 to 999."],
  unknown_discharge_status: [
    "check",
    "Discharge status not recognized",
    "This is no UB-04 patient discharge status: it may hide that a patient must not be surveyed.",
  ],
  unknown_sex: ["check", "Sex not recognized", "1, M or Male and 2, F or Female are known."],
  unknown_language: [
    "check",
    "Language not recognized",
    "The survey is not offered in this language, or the language is spelled otherwise.",
  ],
  invalid_phone: ["check", "Phone number not usable", "Nobody can be called at this number."],
  invalid_email: ["check", "E-mail address not usable", "This is not an e-mail address."],
  suspicious_email: ["check", "E-mail address is a placeholder", "The address looks as if the patient gave none."],
  incomplete_address: ["check", "Address not complete", "The patient can be reached by phone or e-mail alone."],
  invalid_zip: [
    "check",
    "ZIP code not valid",
    "A ZIP code has five or nine digits; programs like to drop a zero at its beginning.",
  ],
  invalid_state: ["check", "State not valid", "This is no state or territory of the United States."],
  institution_address: [
    "check",
    "Address may be an institution",
    "Patients in custody and in nursing homes are not surveyed: find out whether this is one.",
  ],
  placeholder_name: ["check", "Name may be a placeholder", "The survey would address the patient by this name."],
  shared_phone: ["check", "Phone number of several patients", "It may be a family's, or the practice's own."],
  shared_household: [
    "check",
    "Several patients in one household",
    "They may be a family; one of them may be asked about another's stay.",
  ],
  invalid_npi: ["check", "Physician's NPI not valid", "An NPI has ten digits, the last of which is a check digit."],
  column_count: [
    "check",
    "Number of cells does not fit",
    "Values may stand under wrong headings. Export the file again.",
  ],
};

/** What to do about a finding. */
export function adviceOn(code: string): Advice & { readonly task: Task } {
  const [task, title, advice] = entries[code] ?? ["check", code, ""];
  return { task, title, advice };
}
