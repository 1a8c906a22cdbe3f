import { givenName, isPlaceholderEmail, isUsableFirstName } from "../../foundation/kernel/contact-details.js";
import { parseNpi, parseState } from "../../foundation/kernel/us-codes.js";
import type { Patient, SurveyField } from "./patient-rows.js";
import {
  codeDate,
  isZip,
  judgedProcedures,
  type JudgingTerms,
  type Remark,
  remarkIf,
  shown,
  type SurveyRule,
} from "./patient-rules.js";

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
