import type { CalendarDate } from "../../foundation/kernel/calendar-date.js";
import type { JudgingTerms } from "./finding.js";
import type { Patient } from "./patient.js";
import { procedureFields } from "./survey-field.js";

const procedureCodes = ({ text }: Patient): readonly string[] =>
  procedureFields.map(text).filter((code) => code !== "");

/** Returns the date that selects the version of the codes: the service or discharge date, or else the upload date. */
export const codeDate = ({ sampled }: Patient, { uploadDate }: JudgingTerms): CalendarDate =>
  sampled.date ?? uploadDate;

/** Splits the procedure codes of a row into eligible and ineligible codes. */
export function judgedProcedures(patient: Patient, terms: JudgingTerms) {
  const date = codeDate(patient, terms);
  const codes = procedureCodes(patient);
  const eligible = codes.filter((code) => terms.codes.isEligibleProcedure(code, date));
  return { eligible, ineligible: codes.filter((code) => !eligible.includes(code)) };
}

const flags = /^(?:y|yes|1|t|true)$/i;

/** Returns true if a flag is set. */
export const isSet = (text: string): boolean => flags.test(text);
