import type { CalendarDate } from "../../foundation/kernel/times.js";
import type { JudgingTerms } from "./finding.js";
import type { Patient } from "./patient.js";
import { procedureFields } from "./survey-field.js";

const procedureCodes = ({ text }: Patient): readonly string[] =>
  procedureFields.map(text).filter((code) => code !== "");

/**
 * Returns the date that selects the version of the code tables: the service date or discharge date, or the upload date
 * if that date is missing.
 */
export const codeDate = ({ sampled }: Patient, { uploadDate }: JudgingTerms): CalendarDate =>
  sampled.date ?? uploadDate;

/** Separates the procedure codes of a row into eligible and ineligible codes. */
export function judgedProcedures(patient: Patient, terms: JudgingTerms) {
  const date = codeDate(patient, terms);
  const codes = procedureCodes(patient);
  const eligible = codes.filter((code) => terms.codes.isEligibleProcedure(code, date));
  return { eligible, ineligible: codes.filter((code) => !eligible.includes(code)) };
}

const flags = /^(?:y|yes|1|t|true)$/i;

/** Returns true if the string means yes: `y`, `yes`, `1`, `t` or `true`, ignoring case. */
export const isSet = (text: string): boolean => flags.test(text);
