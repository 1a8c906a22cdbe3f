import type { FieldProblem, FormField } from "@repute/adapter-express";
import { type CalendarDate, parseEmail, parsePhone, type Problem } from "@repute/domain";
import { dayIn, shownDay } from "./written-day.js";

/**
 * Days that the form compares a preferred day with, in the practice's time zone. The form mentions `example`, a day in
 * the near future.
 */
export type FormDays = { readonly today: CalendarDate; readonly example: CalendarDate };

/** Field of the form, named like its key in the submission. `message` tells visitors which value they must enter. */
type SubmissionField = Omit<FormField, "hint"> & {
  readonly hint?: (days: FormDays) => string;
  readonly message: (days: FormDays) => string;
  readonly isValid: (value: string, days: FormDays) => boolean;
};

export const fields: readonly SubmissionField[] = [
  {
    name: "patient_name",
    label: "Your name",
    attributes: { type: "text", autocomplete: "name", required: "" },
    message: () => "enter your name",
    isValid: (value) => value !== "",
  },
  {
    name: "phone_number",
    label: "Phone",
    hint: () => "We call you back at this number.",
    attributes: { type: "tel", autocomplete: "tel", required: "" },
    message: () => "enter a phone number with its area code, such as (801) 555-0142",
    isValid: (value) => parsePhone(value) !== null,
  },
  {
    name: "email",
    label: "Email (optional)",
    attributes: { type: "email", autocomplete: "email" },
    message: () => "enter an email address such as name@example.com, or leave this field empty",
    isValid: (value) => value === "" || parseEmail(value) !== null,
  },
  {
    name: "scheduled_appointment_date",
    label: "Preferred day (optional)",
    hint: ({ example }) => `Month, day and year, such as ${shownDay(example)}.`,
    // Browsers send an impossible date of a date field as an empty value, so the visitor would get no error.
    attributes: { type: "text", inputmode: "numeric", autocomplete: "off" },
    message: ({ example }) => `enter today or a later day such as ${shownDay(example)}, or leave this field empty`,
    isValid: (value, { today }) => value === "" || (dayIn(value) ?? "") >= today,
  },
];

/** Contents of the form: the value of each field, and the tracking parameter or an empty string. */
export type Filled = { readonly scct: string; readonly values: Readonly<Record<string, string>> };

/** Matches a valid tracking parameter, as in the tracking script. */
const parameterShape = /^[\w-]{1,128}$/;

/**
 * Tracking parameter for visitors without a tracked link, because a submission requires a parameter.
 * No campaign has this parameter.
 */
const direct = "direct";

/** Reads the form from a request body or a query string. */
export const filledFrom = (sent: URLSearchParams): Filled => ({
  scct: sent.getAll("scct").find((value) => parameterShape.test(value)) ?? "",
  values: Object.fromEntries(fields.map(({ name }) => [name, sent.get(name)?.trim() ?? ""])),
});

/** Converts the contents of the form to a submission for the API. */
export const submissionOf = ({ scct, values }: Filled) => ({
  ...Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== "")
      .map(([name, value]) => [name, name === "scheduled_appointment_date" ? dayIn(value) : value]),
  ),
  scct_parameter: scct || direct,
  conversion_type: "Online",
});

/** Returns the problems with values that the form rejects. It checks phone numbers and emails more strictly than the API. */
export const problemsIn = ({ values }: Filled, days: FormDays): readonly FieldProblem[] =>
  problemsOf(({ name, isValid }) => !isValid(values[name] ?? "", days), days);

/** Converts problems that the API reports to messages for visitors. Omits problems with other fields. */
export function reportedProblems(reported: readonly Problem[], days: FormDays): readonly FieldProblem[] {
  const wrong = new Set(reported.map(({ pointer }) => pointer));
  return problemsOf(({ name }) => wrong.has(`/${name}`), days);
}

const problemsOf = (isWrong: (field: SubmissionField) => boolean, days: FormDays): readonly FieldProblem[] =>
  fields.filter(isWrong).map(({ name, message }) => ({ field: name, message: message(days) }));
