import { fileURLToPath } from "node:url";
import ts from "typescript";
import { parsed, textOf, walk } from "./source-texts.mjs";

const source = fileURLToPath(
  new URL("../../packages/domain/src/subjects/patient-surveys/patient-findings.ts", import.meta.url),
);

/** Condition of each rule for patient survey files. */
export const conditions = {
  missing_required_field: "A required field is empty. A row has one finding for each empty field.",
  invalid_date: "A date cannot be read.",
  future_date: "A date is after the day of the upload.",
  discharge_before_admit: "The discharge date is before the admission or service date.",
  under_18: "The patient is under 18 on the service or admission date.",
  implausible_age: "The patient is over 120 on the service or admission date.",
  out_of_sample_month: "The service date (OASCAHPS) or discharge date (HCAHPS) is not in the month of the file.",
  invalid_ccn: "The value of `facility_ccn` does not consist of 6 letters or digits.",
  unknown_location: "The account has no location with this code or name.",
  no_contact: "The row has no usable phone number, no usable email address and no complete address.",
  foreign_address:
    "The country is neither the United States nor one of its territories. Or both the state and the ZIP code are outside the United States.",
  deceased: "The flag `deceased` is set, or the HCAHPS discharge status means that the patient died.",
  hospice: "The discharge status is a hospice status.",
  law_enforcement:
    "The `prisoner` flag is set, or the discharge status or HCAHPS admission source means court or law enforcement.",
  no_publicity: "The flag `no_publicity` is set.",
  state_regulation: "The flag `state_regulation` is set.",
  duplicate_visit:
    "An earlier row has the same `visit_id`. Or an earlier file of the same survey and sample month has the visit, and the patient can be surveyed.",
  duplicate_patient:
    "Another row has the same patient, facility and month. All of these rows get this defect except the row with the earliest service or discharge date. If the dates are equal, the exception is the first row in the file.",
  no_eligible_procedure: "The row has procedure codes, but none of these codes is eligible.",
  admitted_inpatient: "The flag `admitted_inpatient` is set, or the discharge status is an inpatient status.",
  newborn: "The flag `newborn` is set.",
  no_overnight_stay: "The admission date equals the discharge date.",
  nursing_facility: "The discharge status means a nursing facility.",
  ineligible_drg: "The MS-DRG is ineligible.",
  missing_procedure_code:
    "The file has a column for procedure codes, and `procedure_code_1` is empty in the row. This warning replaces the defect `missing_required_field`.",
  partly_ineligible_procedure: "Some procedure codes of the row are eligible, and some are not.",
  missing_drg: "The value of `ms_drg` is empty, or the file has no column for it.",
  unknown_drg: "The value of `ms_drg` is not a known MS-DRG.",
  unknown_discharge_status: "The value of `discharge_status` is not a known status.",
  unknown_sex: "The value of `sex` is not accepted.",
  unknown_language: "The value of `language` is not accepted.",
  invalid_phone: "A phone number is not valid.",
  invalid_email: "The value of `email` is malformed.",
  suspicious_email: "The part of `email` before the `@` is a placeholder.",
  incomplete_address:
    "A part of the address is empty, and the row has a usable phone number or email address. This warning replaces the defect `missing_required_field`.",
  invalid_zip: "The number of digits in `zip` is not 5 or 9.",
  invalid_state: "The value of `state` is not a state or territory of the United States.",
  institution_address:
    "An address line contains one of the terms jail, prison, correctional, detention, nursing home and shelter.",
  placeholder_name: "The value of `first_name` is a placeholder, contains a digit or has only one letter.",
  repeated_visit:
    "An earlier file of the same survey and sample month has the same `visit_id`, but the patient could not be surveyed.",
  comma_in_name: "The value of `first_name` or `last_name` contains a comma.",
  equal_names: "The values of `first_name` and `last_name` are equal, ignoring case.",
  shared_phone: "An earlier row of another patient has the same phone number.",
  shared_household: "An earlier row of another patient has the same address.",
  invalid_npi: "The value of `attending_npi` is not a valid National Provider Identifier (NPI).",
  column_count: "The row has more or fewer cells than the header row.",
};

/** Returns the messages of each rule by its code. Values appear as `…`. */
export function findingTexts() {
  const texts = new Map();
  const rules = parsed(source);
  const functions = new Map();
  walk(rules, (node) => {
    if (ts.isFunctionDeclaration(node)) functions.set(node.name.text, node);
  });
  walk(rules, (node) => {
    const code = codeOf(node);
    if (code !== undefined) texts.set(code, sentencesIn(node, functions));
  });
  return texts;
}

/** Returns the code of a rule that is an object with the key `code`, or a call such as `unless("...", ...)`. */
function codeOf(node) {
  if (ts.isObjectLiteralExpression(node)) {
    const property = node.properties.find((one) => one.name?.getText() === "code");
    return textOf(property?.initializer);
  }
  const isRule = ts.isCallExpression(node) && ["flagged", "unless"].includes(node.expression.getText());
  return isRule ? textOf(node.arguments[0]) : undefined;
}

/** Collects the messages in a rule and in its `check` function: all literals with more than one word. */
function sentencesIn(rule, functions) {
  const found = new Set();
  const collect = (node) => {
    const text = textOf(node);
    if (text !== undefined && /\S \S/.test(text) && /[A-Za-z]{2}/.test(text)) found.add(text);
    if (ts.isPropertyAssignment(node) && node.name.getText() === "check" && functions.has(node.initializer.getText()))
      walk(functions.get(node.initializer.getText()), collect);
  };
  walk(rule, collect);
  return [...found];
}
