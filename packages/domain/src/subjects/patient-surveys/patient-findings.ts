import { givenName, isPlaceholderEmail, isUsableFirstName } from "../../foundation/kernel/contact-details.js";
import { ageOn } from "../../foundation/kernel/times.js";
import { parseNpi, parseState } from "../../foundation/kernel/us-codes.js";
import {
  addressFields,
  facilityFields,
  monthOf,
  type Patient,
  requiredFields,
  type SentDate,
  type SurveyField,
} from "./patient-rows.js";
import {
  codeDate,
  isSet,
  isZip,
  judgedProcedures,
  type JudgingTerms,
  type Remark,
  remarkIf,
  shown,
  type SurveyRule,
} from "./patient-rules.js";

/** Returns the dates of a row that are not empty, including invalid dates. */
const sentDates = ({ birth, service, discharge }: Patient): readonly SentDate[] =>
  [birth, service, discharge].filter(({ sent }) => sent !== "");

const age = ({ birth, service }: Patient): number | undefined =>
  birth.date === null || service.date === null ? undefined : ageOn(service.date, birth.date);

/**
 * Returns true if a missing field causes only a warning.
 * Unlike a defect, a warning does not exclude the row from the survey.
 */
function isReportedAsWarning(field: SurveyField, { hasContact }: Patient, { fields }: JudgingTerms): boolean {
  if (field === "procedure_code_1") return fields.has(field);
  return hasContact && addressFields.some((one) => one === field);
}

function missingFields(patient: Patient, terms: JudgingTerms): readonly Remark[] {
  const { text } = patient;
  const missing = requiredFields[terms.type].filter(
    (field) => text(field) === "" && !isReportedAsWarning(field, patient, terms),
  );
  const all = facilityFields.every((field) => text(field) === "") ? [...missing, facilityFields[0]] : missing;
  return all.map((field) => ({ field, text: `Missing ${field}` }));
}

const flagged = (code: string, text: string): SurveyRule => ({
  code,
  check: (patient) => remarkIf(isSet(patient.text(code as SurveyField)), code as SurveyField, text),
});

const status = ({ text }: Patient): string => text("discharge_status");

/** Rules for defects, which exclude a row from the survey. Defects are reported in this order. */
export const defectRules: readonly SurveyRule[] = [
  { code: "missing_required_field", check: missingFields },
  {
    code: "invalid_date",
    check: (patient) =>
      sentDates(patient).flatMap(({ field, sent, date }) =>
        remarkIf(date === null, field, `${field} is not a valid date: ${shown(sent)}`),
      ),
  },
  {
    code: "future_date",
    check: (patient, { uploadDate }) =>
      sentDates(patient).flatMap(({ field, date }) =>
        remarkIf(date !== null && date > uploadDate, field, `${field} is in the future`),
      ),
  },
  {
    code: "discharge_before_admit",
    check: ({ service, discharge }) =>
      remarkIf(
        service.date !== null && discharge.date !== null && discharge.date < service.date,
        "discharge_date",
        "Discharge date is before admission date",
      ),
  },
  {
    code: "under_18",
    check: (patient) => {
      const years = age(patient);
      return remarkIf(
        years !== undefined && years < 18,
        "date_of_birth",
        `Patient was ${years} on the date of service`,
      );
    },
  },
  {
    code: "implausible_age",
    check: (patient) => {
      const years = age(patient);
      return remarkIf(years !== undefined && years > 120, "date_of_birth", `Date of birth gives age ${years}`);
    },
  },
  {
    code: "out_of_sample_month",
    check: ({ sampled: { field, date } }, { facts: { month } }) =>
      remarkIf(
        date !== null && month !== null && monthOf(date) !== month,
        field,
        `${date} is outside sample month ${month}`,
      ),
  },
  {
    code: "invalid_ccn",
    check: ({ text }) => {
      const ccn = text("facility_ccn");
      return remarkIf(
        ccn !== "" && !/^[a-z\d]{6}$/i.test(ccn),
        "facility_ccn",
        `Facility number is not valid: ${shown(ccn)}`,
      );
    },
  },
  {
    code: "unknown_location",
    check: ({ text, location }) => {
      const [name, code] = [text("location_name"), text("location_code")];
      return remarkIf(
        location === null && (name !== "" || code !== ""),
        name === "" ? "location_code" : "location_name",
        `Location not recognised: ${shown(name || code)}`,
      );
    },
  },
  {
    code: "no_contact",
    check: ({ hasContact, missingAddress }) =>
      remarkIf(!hasContact && missingAddress.length > 0, null, "No way to reach the patient"),
  },
  {
    code: "foreign_address",
    check: ({ text }) => {
      const isOfForeignState =
        text("state") !== "" && parseState(text("state")) === null && text("zip") !== "" && !isZip(text("zip"));
      const isForeign = isForeignCountry(text("country"));
      return remarkIf(
        isForeign || isOfForeignState,
        isForeign ? "country" : "state",
        "Address is outside the United States",
      );
    },
  },
  {
    code: "deceased",
    check: (patient, { type, codes }) => {
      const isFlagged = isSet(patient.text("deceased"));
      const hasExpired = type === "HCAHPS" && codes.isExpiredStatus(status(patient));
      return remarkIf(isFlagged || hasExpired, isFlagged ? "deceased" : "discharge_status", "Patient is deceased");
    },
  },
  {
    code: "hospice",
    check: (patient, { codes }) =>
      remarkIf(codes.isHospiceStatus(status(patient)), "discharge_status", "Discharged to hospice"),
  },
  { code: "law_enforcement", check: lawEnforcement },
  flagged("no_publicity", "Patient asked not to be contacted"),
  flagged("state_regulation", "Excluded by state regulation"),
  {
    code: "duplicate_visit",
    check: (patient, { earlier, sample }) => {
      const row = earlier.visit(patient);
      if (row !== undefined) return remarkIf(true, "visit_id", `Same visit as row ${row}`);
      const listed = sample.earlier(patient.text("visit_id"));
      return remarkIf(listed?.isEligible === true, "visit_id", `Already in file ${listed?.file}, row ${listed?.row}`);
    },
  },
  {
    code: "duplicate_patient",
    check: (patient, { facts }) => {
      const row = facts.surveyedRow(patient);
      return remarkIf(
        row !== undefined && row !== patient.row.row,
        "patient_id",
        `Patient already listed in row ${row}`,
      );
    },
  },
  {
    code: "no_eligible_procedure",
    only: "OASCAHPS",
    check: (patient, terms) => {
      const { eligible, ineligible } = judgedProcedures(patient, terms);
      return remarkIf(
        eligible.length === 0 && ineligible.length > 0,
        "procedure_code_1",
        () => `No eligible procedure code: ${shown(ineligible.join(", "))}`,
      );
    },
  },
  {
    code: "admitted_inpatient",
    only: "OASCAHPS",
    check: (patient, { codes }) => {
      const isFlagged = isSet(patient.text("admitted_inpatient"));
      return remarkIf(
        isFlagged || codes.isInpatientStatus(status(patient)),
        isFlagged ? "admitted_inpatient" : "discharge_status",
        "Admitted as an inpatient",
      );
    },
  },
  flagged("newborn", "Newborn record"),
  {
    code: "no_overnight_stay",
    only: "HCAHPS",
    check: ({ service, discharge }) =>
      remarkIf(service.date !== null && service.date === discharge.date, "discharge_date", "No overnight stay"),
  },
  {
    code: "nursing_facility",
    only: "HCAHPS",
    check: (patient, { codes }) =>
      remarkIf(codes.isNursingStatus(status(patient)), "discharge_status", "Discharged to a nursing facility"),
  },
  {
    code: "ineligible_drg",
    only: "HCAHPS",
    check: (patient, terms) => {
      const drg = patient.text("ms_drg");
      return remarkIf(
        terms.codes.isIneligibleDrg(drg, codeDate(patient, terms)),
        "ms_drg",
        `MS-DRG ${drg} is not eligible`,
      );
    },
  },
];

function lawEnforcement(patient: Patient, { type, codes }: JudgingTerms): readonly Remark[] {
  const causes: readonly (readonly [SurveyField, boolean])[] = [
    ["prisoner", isSet(patient.text("prisoner"))],
    ["discharge_status", codes.isLawEnforcementStatus(status(patient))],
    ["admission_source", type === "HCAHPS" && codes.isLawEnforcementSource(patient.text("admission_source"))],
  ];
  const [cause] = causes.find(([, holds]) => holds) ?? [];
  return remarkIf(cause !== undefined, cause ?? null, "Court or law-enforcement patient");
}

/** Spellings of the United States and codes of its territories, in uppercase and without periods. */
const unitedStates = new Set([
  ...["US", "USA", "UNITED STATES", "UNITED STATES OF AMERICA", "840"],
  // ISO 3166-1 codes of the territories.
  ...["PRI", "VIR", "GUM", "ASM", "MNP", "UMI", "UM"],
]);

/**
 * Postal codes of the US territories. Other state codes are not accepted as countries, because `CA` means Canada, not
 * California.
 */
const territories = new Set(["PR", "VI", "GU", "AS", "MP"]);

/** Returns true if the string names a country other than the United States and its territories. */
function isForeignCountry(text: string): boolean {
  const name = text.toUpperCase().replaceAll(".", "").trim();
  if (name === "" || unitedStates.has(name)) return false;
  return !territories.has(parseState(name) ?? "");
}

const languages = {
  en: "English",
  es: "Spanish",
  zh: "Chinese",
  ru: "Russian",
  vi: "Vietnamese",
  pt: "Portuguese",
  de: "German",
  tl: "Tagalog",
  ar: "Arabic",
};

const known = new Set(Object.entries(languages).flatMap(([code, name]) => [code, name.toLowerCase()]));

/** Returns true if the string is the English name or ISO 639-1 code of a survey language. */
const isKnownLanguage = (text: string): boolean => known.has(text.toLowerCase());

const sexes = new Set(["1", "m", "male", "2", "f", "female"]);

const isKnownSex = (text: string): boolean => sexes.has(text.toLowerCase());

/** Creates a rule that warns if the value of a field is unknown. */
const unless = <Code extends string>(
  code: Code,
  field: SurveyField,
  isUnderstood: (text: string) => boolean,
  textOf: (value: string) => string,
): SurveyRule<Code> => ({
  code,
  check: ({ text }) => {
    const value = text(field);
    return remarkIf(value !== "" && !isUnderstood(value), field, () => textOf(shown(value)));
  },
});

const institutions = ["jail", "prison", "correctional", "detention", "nursing home", "shelter"];

const isInstitution = (text: string): boolean => {
  const address = text.toLowerCase();
  return institutions.some((word) => address.includes(word));
};

/** Rules for warnings, which do not exclude a row from the survey. Warnings are reported in this order. */
export const warningRules: readonly SurveyRule[] = [
  {
    code: "repeated_visit",
    check: ({ text }, { sample }) => {
      const listed = sample.earlier(text("visit_id"));
      const place = `Already in file ${listed?.file}, row ${listed?.row}`;
      return remarkIf(listed?.isEligible === false, "visit_id", `${place}, where the patient could not be surveyed`);
    },
  },
  {
    code: "missing_procedure_code",
    only: "OASCAHPS",
    check: ({ text }, { fields }) =>
      remarkIf(
        fields.has("procedure_code_1") && text("procedure_code_1") === "",
        "procedure_code_1",
        "No procedure code",
      ),
  },
  {
    code: "partly_ineligible_procedure",
    only: "OASCAHPS",
    check: (patient, terms) => {
      const { eligible, ineligible } = judgedProcedures(patient, terms);
      return remarkIf(
        eligible.length > 0 && ineligible.length > 0,
        "procedure_code_1",
        () => `Not eligible and ignored: ${shown(ineligible.join(", "))}`,
      );
    },
  },
  { code: "missing_drg", only: "HCAHPS", check: ({ text }) => remarkIf(text("ms_drg") === "", "ms_drg", "No MS-DRG") },
  {
    code: "unknown_drg",
    only: "HCAHPS",
    check: (patient, terms) => {
      const drg = patient.text("ms_drg");
      return remarkIf(
        drg !== "" && !terms.codes.isKnownDrg(drg, codeDate(patient, terms)),
        "ms_drg",
        `MS-DRG not recognised: ${shown(drg)}`,
      );
    },
  },
  {
    code: "unknown_discharge_status",
    check: ({ text }, { codes }) => {
      const status = text("discharge_status");
      return remarkIf(
        status !== "" && !codes.isKnownStatus(status),
        "discharge_status",
        `Discharge status not recognised: ${shown(status)}`,
      );
    },
  },
  unless("unknown_sex", "sex", isKnownSex, (value) => `sex not recognised: ${value}`),
  unless("unknown_language", "language", isKnownLanguage, (value) => `language not recognised: ${value}`),
  {
    code: "invalid_phone",
    check: ({ phones }) =>
      phones.flatMap(({ field, sent, number }) =>
        remarkIf(number === null, field, `Phone is not valid: ${shown(sent)}`),
      ),
  },
  {
    code: "invalid_email",
    check: ({ text, email }) =>
      remarkIf(
        text("email") !== "" && email === null && !isPlaceholderEmail(text("email")),
        "email",
        "E-mail is not valid",
      ),
  },
  {
    code: "suspicious_email",
    check: ({ text, email }) =>
      remarkIf(email === null && isPlaceholderEmail(text("email")), "email", "E-mail looks like a placeholder"),
  },
  {
    code: "incomplete_address",
    check: ({ hasContact, missingAddress }) =>
      remarkIf(
        hasContact && missingAddress.length > 0,
        missingAddress[0] ?? null,
        `Address is incomplete: ${missingAddress.join(", ")}`,
      ),
  },
  unless("invalid_zip", "zip", isZip, () => "ZIP code is not valid"),
  unless(
    "invalid_state",
    "state",
    (text) => parseState(text) !== null,
    () => "State is not valid",
  ),
  {
    code: "institution_address",
    check: ({ text }) => {
      const field = (["address_1", "address_2"] as const).find((one) => isInstitution(text(one)));
      return remarkIf(field !== undefined, field ?? null, "Address may be an institution");
    },
  },
  unless(
    "placeholder_name",
    "first_name",
    (text) => isUsableFirstName(givenName(text)),
    () => "Name may be a placeholder",
  ),
  {
    code: "comma_in_name",
    check: ({ text }) =>
      (["first_name", "last_name"] as const).flatMap((field) =>
        remarkIf(text(field).includes(","), field, "Name contains a comma"),
      ),
  },
  {
    code: "equal_names",
    check: ({ text }) => {
      const first = text("first_name").toLowerCase();
      return remarkIf(
        first !== "" && first === text("last_name").toLowerCase(),
        "last_name",
        "First and last name are equal",
      );
    },
  },
  { code: "shared_phone", check: sharedPhones },
  {
    code: "shared_household",
    only: "HCAHPS",
    check: (patient, { earlier }) => {
      const row = earlier.household(patient);
      return remarkIf(row !== undefined, "address_1", `Same household as row ${row}`);
    },
  },
  unless(
    "invalid_npi",
    "attending_npi",
    (text) => parseNpi(text) !== null,
    () => "Physician NPI is not valid",
  ),
  {
    code: "column_count",
    check: ({ row: { cells } }) =>
      remarkIf(cells !== undefined, null, `Row has ${cells?.count} cells, expected ${cells?.expected}`),
  },
];

/**
 * Returns a remark for each earlier row of another patient with the same phone number. If two phone numbers match the
 * same row, returns only one remark.
 */
function sharedPhones(patient: Patient, { earlier }: JudgingTerms): readonly Remark[] {
  const reported = new Set<number>();
  return patient.phones.flatMap(({ field, number }) => {
    const row = number === null ? undefined : earlier.phone(number, patient);
    if (row === undefined || reported.has(row)) return [];
    reported.add(row);
    return remarkIf(true, field, `Phone also used in row ${row}`);
  });
}
