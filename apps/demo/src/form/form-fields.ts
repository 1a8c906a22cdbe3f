import type { Problem } from "@repute/domain";

/** A form field with its key in the submission and the message for an invalid value. */
export type FormField = {
  readonly name: string;
  readonly label: string;
  readonly type: "text" | "tel" | "email" | "date";
  readonly autocomplete: string;
  readonly required?: true;
  readonly complaint: string;
};

export const fields: readonly FormField[] = [
  {
    name: "patient_name",
    label: "Your name",
    type: "text",
    autocomplete: "name",
    required: true,
    complaint: "Please enter your name.",
  },
  {
    name: "phone_number",
    label: "Phone",
    type: "tel",
    autocomplete: "tel",
    required: true,
    complaint: "Please enter a phone number where we can call you back.",
  },
  {
    name: "email",
    label: "Email (optional)",
    type: "email",
    autocomplete: "email",
    complaint: "Please enter a valid email address, or leave this field empty.",
  },
  {
    name: "scheduled_appointment_date",
    label: "Preferred day (optional)",
    type: "date",
    autocomplete: "off",
    complaint: "Please choose a valid date, or leave this field empty.",
  },
];

/** Contents of the form: the value of each field, and the tracking parameter or an empty string. */
export type Filled = { readonly scct: string; readonly values: Readonly<Record<string, string>> };

/** Error messages by form field. */
export type Complaints = Readonly<Record<string, string>>;

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
  ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== "")),
  scct_parameter: scct || direct,
  conversion_type: "Online",
});

/** Converts problems that the domain found to messages for visitors. */
export function complaintsOf(problems: readonly Problem[]): Complaints {
  const wrong = new Set(problems.map(({ pointer }) => pointer));
  return Object.fromEntries(
    fields.filter(({ name }) => wrong.has(`/${name}`)).map(({ name, complaint }) => [name, complaint]),
  );
}
