import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { RequestListener } from "node:http";
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
  type Instant,
  isDomainError,
  localDate,
  parseCalendarDate,
  parseEmail,
  parsePhone,
  type Principal,
  type Problem,
} from "@repute/domain";
import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Response } from "express";
import { practice } from "./practice.js";

/** Account that receives the form's submissions, base URL of the server, and handler of unexpected errors. */
export type DemoFormOptions = {
  readonly by: Principal;
  readonly baseUrl: string;
  readonly report: (error: unknown) => void;
};

const [formPath, sentPath, conversionPath] = ["/demo/form", "/demo/form/sent", "/demo/form/conversion"];
const paths: ReadonlySet<string | undefined> = new Set([formPath, sentPath, conversionPath]);

/** Adds the demo practice's form to an app. The form is not part of the API. */
export function withDemoForm(app: RequestListener, domain: Domain, options: DemoFormOptions): RequestListener {
  const form = demoForm(domain, options);
  return (request, response) => {
    if (paths.has(request.url?.split("?")[0])) form(request, response);
    else app(request, response);
  };
}

function demoForm(
  domain: Pick<Domain, "accounts" | "submissions" | "conversions">,
  { by, baseUrl, report }: DemoFormOptions,
) {
  const receipts = conversionReceipts();
  const daysOf = async (): Promise<FormDays> => {
    const { timeZone } = await domain.accounts.settings(by.account);
    const inWeeks = (weeks: number) => localDate((Date.now() + weeks * week) as Instant, timeZone);
    return { today: inWeeks(0), example: inWeeks(1) };
  };
  const take = async ({ body }: Request, response: Response) => {
    if (typeof body !== "string") return show(response, 415, refusalPage("Submit the form from its page."));
    const filled = filledFrom(new URLSearchParams(body));
    const days = await daysOf();
    const problems = problemsIn(filled, days);
    if (problems.length > 0) return show(response, 400, formPage(filled, days, problems));
    try {
      const { conversionId } = await domain.submissions.one(submissionOf(filled), { by });
      if (conversionId === null) throw new Error("the form's submissions must not be test submissions");
      response.redirect(303, `form/sent?${receipts.queryOf(conversionId)}`);
    } catch (error) {
      show(response, 400, complaining(filled, days, error));
    }
  };
  const sent = async (request: Request): Promise<StoredConversion | undefined> => {
    const id = receipts.conversionIn(queryOf(request));
    return id === undefined ? undefined : storedConversion(domain, by.account, id);
  };
  const readForm = express.text({ type: "application/x-www-form-urlencoded", limit: "16kb" });
  return express()
    .set("etag", false)
    .set("json spaces", 2)
    .use(secure)
    .get(formPath, async (request, response) =>
      show(response, 200, formPage(filledFrom(queryOf(request)), await daysOf())),
    )
    .post(formPath, readForm, take)
    .get(sentPath, async (request, response) => {
      const conversion = await sent(request);
      if (conversion) show(response, 200, sentPage(conversion, queryOf(request).toString(), baseUrl));
      else show(response, 404, refusalPage(unknownRequest));
    })
    .get(conversionPath, async (request, response) => {
      const conversion = await sent(request);
      if (conversion) response.json(conversion.item);
      else show(response, 404, refusalPage(unknownRequest));
    })
    .use((request, response) => {
      response.setHeader("Allow", request.path === formPath ? "GET, HEAD, POST" : "GET, HEAD");
      show(response, 405, refusalPage("This page does not accept this method."));
    })
    .use(refuse(report));
}

const week = 7 * 24 * 60 * 60 * 1_000;

const unknownRequest = "This request does not exist, or it was sent before the server was started again.";

/** Renders the form with error messages for the visitor. Rethrows errors that visitors cannot correct. */
function complaining(filled: Filled, days: FormDays, error: unknown): string {
  const problems = isDomainError(error) ? reportedProblems(error.problems, days) : [];
  if (problems.length === 0) throw error;
  return formPage(filled, days, problems);
}

const queryOf = ({ url }: Request): URLSearchParams => new URLSearchParams(url.split("?").slice(1).join("?"));

const secure: RequestHandler = (_request, response, next) => {
  response.removeHeader("X-Powered-By");
  response.set({
    "Content-Security-Policy": pagePolicy,
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
  });
  next();
};

const show = (response: Response, status: number, html: string): void => {
  response.status(status).type("html").send(html);
};

/** Keep all four parameters. Express recognizes an error handler by their number. */
const refuse =
  (report: (error: unknown) => void): ErrorRequestHandler =>
  (error, _request, response, _next) => {
    const status = isDomainError(error) && error.kind === "unavailable" ? 503 : statusOf(error);
    if (status >= 500) report(error);
    show(response, status, refusalPage(status < 500 ? "The form data is invalid." : "Please try again later."));
  };

/** Returns the HTTP status of an error from the body parser, or 500 for other errors. */
const statusOf = (error: unknown): number =>
  typeof error === "object" && error !== null && "status" in error && typeof error.status === "number"
    ? error.status
    : 500;

const conversionShape = /^sub-\d{1,16}$/;

/**
 * Creates the queries of the pages about a conversion.
 * A query is signed with a key of this process, so that visitors can read only their own conversions.
 */
function conversionReceipts() {
  const key = randomBytes(32);
  const signatureOf = (id: string): string => createHmac("sha256", key).update(id).digest("base64url");
  return {
    queryOf: (id: string): string => `conversion=${id}&signature=${signatureOf(id)}`,
    /** Returns the id of the conversion, or `undefined` if the signature is missing or wrong. */
    conversionIn(query: URLSearchParams): string | undefined {
      const [id, signature] = [query.get("conversion") ?? "", Buffer.from(query.get("signature") ?? "")];
      if (!conversionShape.test(id)) return undefined;
      const expected = Buffer.from(signatureOf(id));
      return signature.length === expected.length && timingSafeEqual(signature, expected) ? id : undefined;
    },
  };
}

/** Script tag with a relative URL, so that the page works behind a proxy under any path. */
const script = `
    <script src="../tracking/scct.js" async></script>`;

/** Renders the form with its current values and their problems. */
function formPage({ scct, values }: Filled, days: FormDays, problems: readonly FieldProblem[] = []): string {
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
function sentPage({ id, campaign }: StoredConversion, query: string, baseUrl: string): string {
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
const refusalPage = (text: string): string =>
  page({ heading: "Something went wrong", content: `      <p>${escapeHtml(text)}</p>` });

/** A conversion in the list of conversions. `item` is the conversion as the API returns it. */
type StoredConversion = {
  readonly id: string;
  readonly campaign: string | null;
  readonly item: unknown;
};

type Item = { readonly conversion_id: string; readonly campaign: string | null };

/** Finds a conversion among the 100 newest. Returns `undefined` if it is not among them. */
async function storedConversion(
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
type FormDays = { readonly today: CalendarDate; readonly example: CalendarDate };

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
type Filled = { readonly scct: string; readonly values: Readonly<Record<string, string>> };

/** Matches a valid tracking parameter, as in the tracking script. */
const parameterShape = /^[\w.~:@/-]{1,128}$/;

/**
 * Tracking parameter for visitors without a tracked link, because a submission requires a parameter.
 * No campaign has this parameter.
 */
const direct = "direct";

/** Reads the form from a request body or a query string. */
const filledFrom = (sent: URLSearchParams): Filled => ({
  scct:
    sent
      .getAll("scct")
      .map((value) => value.trim())
      .find((value) => parameterShape.test(value)) ?? "",
  values: Object.fromEntries(fields.map(({ name }) => [name, sent.get(name)?.trim() ?? ""])),
});

/** Converts the contents of the form to a submission for the API. */
const submissionOf = ({ scct, values }: Filled) => ({
  ...Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== "")
      .map(([name, value]) => [name, name === "scheduled_appointment_date" ? dayIn(value) : value]),
  ),
  scct_parameter: scct || direct,
  conversion_type: "Online",
});

/** Returns the problems with values that the form rejects. It checks phone numbers and emails more strictly than the API. */
const problemsIn = ({ values }: Filled, days: FormDays): readonly FieldProblem[] =>
  problemsOf(({ name, isValid }) => !isValid(values[name] ?? "", days), days);

/** Converts problems that the API reports to messages for visitors. Omits problems with other fields. */
function reportedProblems(reported: readonly Problem[], days: FormDays): readonly FieldProblem[] {
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
const pagePolicy = template.policy;

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
