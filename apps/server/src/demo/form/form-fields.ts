import type { Problem } from "@repute/domain";

/** A field that visitors fill in: the key of a submission that it becomes, and what they are told when it is wrong. */
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

/** What stands in a form: the tracking parameter, empty when there is none, and what was filled in, by field. */
export type Filled = { readonly scct: string; readonly values: Readonly<Record<string, string>> };

/** What is wrong with what was filled in, by field. */
export type Complaints = Readonly<Record<string, string>>;

/** What a tracked link may carry, as the tracking script knows it. */
const parameterShape = /^[\w-]{1,128}$/;

/** No campaign's parameter: what a visitor brings whom none has sent, for there must be one. */
const direct = "direct";

/** A form as it was sent, or as an address asks for it. */
export const filledFrom = (sent: URLSearchParams): Filled => ({
  scct: sent.getAll("scct").find((value) => parameterShape.test(value)) ?? "",
  values: Object.fromEntries(fields.map(({ name }) => [name, sent.get(name)?.trim() ?? ""])),
});

/** What is filled in as a submission by the keys of the interface. */
export const submissionOf = ({ scct, values }: Filled) => ({
  ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== "")),
  scct_parameter: scct || direct,
  conversion_type: "Online",
});

/** What visitors are told of problems that the domain found. */
export function complaintsOf(problems: readonly Problem[]): Complaints {
  const wrong = new Set(problems.map(({ pointer }) => pointer));
  return Object.fromEntries(
    fields.filter(({ name }) => wrong.has(`/${name}`)).map(({ name, complaint }) => [name, complaint]),
  );
}
