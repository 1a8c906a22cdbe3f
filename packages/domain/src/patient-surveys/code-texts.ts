import type { CalendarDate } from "../kernel/calendar-date.js";
import type { JudgingTerms } from "./finding.js";
import type { Patient } from "./patient.js";
import { procedureFields } from "./survey-field.js";

/** The procedure codes of a row, in its order. */
const procedureCodes = ({ text }: Patient): readonly string[] =>
  procedureFields.map(text).filter((code) => code !== "");

/** The day whose version of the codes counts: of the service or discharge, else of the upload. */
export const codeDate = ({ sampled }: Patient, { uploadDate }: JudgingTerms): CalendarDate =>
  sampled.date ?? uploadDate;

/** The procedure codes of a row, by whether patients are surveyed about them. */
export function judgedProcedures(patient: Patient, terms: JudgingTerms) {
  const date = codeDate(patient, terms);
  const codes = procedureCodes(patient);
  const eligible = codes.filter((code) => terms.codes.isEligibleProcedure(code, date));
  return { eligible, ineligible: codes.filter((code) => !eligible.includes(code)) };
}

const flags = /^(?:y|yes|1|t|true)$/i;

/** Whether a flag is set. */
export const isSet = (text: string): boolean => flags.test(text);
