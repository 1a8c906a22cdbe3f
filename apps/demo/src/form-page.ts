import {
  escapeHtml,
  type FieldProblem,
  formField,
  type FormField,
  formStyle,
  formSummary,
  formTitle,
  pageTemplate,
} from "@repute/adapter-express";
import {
  type AccountId,
  type CalendarDate,
  type Domain,
  parseCalendarDate,
  parseEmail,
  parsePhone,
  type Problem,
} from "@repute/domain";
import { practice } from "./practice.js";

/** Script tag with a relative URL, so that the page works behind a proxy under any path. */
const script = `
    <script src="../tracking/scct.js" async></script>`;

/** Renders the form with its current values and their problems. */
export function formPage({ scct, values }: Filled, days: FormDays, problems: readonly FieldProblem[] = []): string {
  const heading = "Request an appointment";
  const shown = fields.map(({ name, label, hint, attributes }) =>
    formField(
      { name, label, ...(hint && { hint: hint(days) }), attributes: { ...attributes, value: values[name] ?? "" } },
      problems,
    ),
  );
  return page({
    heading,
    title: formTitle(heading, problems),
    content: `      <p>${escapeHtml(practice.name)} will call you back within a day.</p>
${formSummary(problems)}      <form action="form" method="post" novalidate>
        <input type="hidden" name="scct" value="${escapeHtml(scct)}">
${shown.join("\n")}
        <button type="submit">Request appointment</button>
      </form>
      <p class="note">This practice is fictional. The link to this page may contain a parameter <code>scct</code>. The page keeps it in a
        hidden field, so that your request is credited to the campaign.</p>`,
    head: script,
  });
}

/** Renders the confirmation page: the campaign of the conversion, and two ways to read the conversion. */
export function sentPage({ id, campaign }: StoredConversion, query: string, baseUrl: string): string {
  const credit =
    campaign === null
      ? "No campaign got credit for it, because you did not come from a campaign's link."
      : `The campaign <strong id="campaign">${escapeHtml(campaign)}</strong> got credit for it.`;
  return page({
    heading: "Thank you",
    content: `      <p>${escapeHtml(practice.name)} will call you back within a day.</p>
      <p>Your request was stored as the conversion <code id="conversion">${escapeHtml(id)}</code>. ${credit}</p>
      <p><a href="conversion?${escapeHtml(query)}">See the conversion as the API returns it</a></p>
      <p>To read it through the API, send this request with the API token that <code>repute demo</code> printed:</p>
      <pre>${escapeHtml(`curl -H "api-token: rpa_..." "${baseUrl}/v2/conversions?limit=3"`)}</pre>
      <p><a href="../form">New request</a></p>`,
  });
}

/** Renders the error page for a failed request. */
export const refusalPage = (text: string): string =>
  page({ heading: "Something went wrong", content: `      <p>${escapeHtml(text)}</p>` });

/** A conversion in the list of conversions. `item` is the conversion as the API returns it. */
export type StoredConversion = {
  readonly id: string;
  readonly campaign: string | null;
  readonly item: unknown;
};

type Item = { readonly conversion_id: string; readonly campaign: string | null };

/** Finds a conversion among the 100 newest. Returns `undefined` if it is not among them. */
export async function storedConversion(
  { conversions }: Pick<Domain, "conversions">,
  account: AccountId,
  id: string,
): Promise<StoredConversion | undefined> {
  const { read } = await conversions.list(account, { limit: "100" });
  for await (const { json } of read()) {
    const items = JSON.parse(`[${Buffer.from(json).toString()}]`) as readonly Item[];
    const item = items.find(({ conversion_id }) => conversion_id === id);
    if (item) return { id, campaign: item.campaign, item };
  }
  return undefined;
}

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

const fields: readonly SubmissionField[] = [
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

const template = pageTemplate(
  `${formStyle}
pre { padding: 1rem; background: var(--page); border-radius: 6px; white-space: pre-wrap; overflow-wrap: anywhere; }
.note { color: var(--quiet); font-size: .875rem; }
`,
  ["script-src 'self'", "form-action 'self'"],
);

/**
 * Content Security Policy of the pages.
 * The pages may use their own style, load scripts from this server and submit forms to it.
 */
export const pagePolicy = template.policy;

/** Texts of a page. The heading is also the title, unless there is another title. `content` and `head` are HTML. */
type FormPage = {
  readonly heading: string;
  readonly title?: string;
  readonly content: string;
  readonly head?: string;
};

/** Renders a page of the practice's website. */
const page = ({ heading, title = heading, content, head = "" }: FormPage): string =>
  template.render({
    title: `${title} - ${practice.name}`,
    content: `      <h1>${escapeHtml(heading)}</h1>
${content}`,
    head,
  });

const monthFirst = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;

/** Reads a day such as `3/5/2026` or `2026-03-05`. Returns `undefined` for anything else, such as an impossible day. */
export function dayIn(written: string): CalendarDate | undefined {
  const [, month, day, year] = monthFirst.exec(written) ?? [];
  if (month === undefined || day === undefined) return parseCalendarDate(written);
  return parseCalendarDate(`${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`);
}

/** Formats a day for visitors, such as `3/5/2026`. */
export const shownDay = (day: CalendarDate): string => {
  const [year, month, date] = day.split("-");
  return `${Number(month)}/${Number(date)}/${year}`;
};
