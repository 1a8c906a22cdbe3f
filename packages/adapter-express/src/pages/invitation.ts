import { type Domain, isDomainError, passwordLength } from "@repute/domain";
import type { RouterOptions } from "../options.js";
import { readForm } from "../requests/forms.js";
import { prefersPage } from "../requests/request-head.js";
import { reasonOf } from "../responses/problem.js";
import { type HttpResponse, sendResponse } from "../responses/response.js";
import type { RateLimits } from "../router/access.js";
import type { Exchange } from "../router/exchange.js";
import {
  escapeHtml,
  type FieldProblem,
  type FormField,
  formField,
  formSummary,
  formTitle,
  pageResponse,
  type PlainPage,
  plainPage,
} from "./page-template.js";

const fieldNames: ReadonlySet<string> = new Set(["password", "password_again"]);

/**
 * Serves the page that an invitation link opens: GET shows the form, POST sets the password.
 * Errors are HTML pages for browsers.
 */
export function invitationEndpoint({ invitations }: Domain, options: RouterOptions, limits: RateLimits) {
  const show = async (exchange: Exchange) => {
    await limits.invitation(exchange);
    const { practice } = await invitations.open(tokenOf(exchange));
    return sendResponse(exchange, formPage(200, practice), options);
  };

  const set = async (exchange: Exchange) => {
    await limits.invitation(exchange);
    const token = tokenOf(exchange);
    const { password, password_again: passwordAgain } = await readForm(exchange, fieldNames);
    try {
      const { practice } = await invitations.setPassword(token, { password, passwordAgain }, exchange.origin);
      return await sendResponse(exchange, plainPage(200, donePage(practice, options.appUrl)), options);
    } catch (error) {
      const problems = exchange.facts.errors === "page" ? fieldProblems(error) : [];
      if (problems.length === 0) throw error;
      exchange.facts.reason = reasonOf(error);
      const { practice } = await invitations.open(token);
      return sendResponse(exchange, formPage(400, practice, problems), options);
    }
  };

  return {
    methods: new Map([
      ["GET", show],
      ["POST", set],
    ]),
    prepare: (exchange: Exchange) => {
      if (prefersPage(exchange)) exchange.facts.errors = "page";
    },
  };
}

const donePage = (practice: string, appUrl?: string): PlainPage => ({
  heading: "Your password is set",
  sentences: [`You can now use Repute for ${practice}.`, ...(appUrl === undefined ? ["You can close this page."] : [])],
  link: appUrl === undefined ? undefined : { url: appUrl, text: "Sign in" },
});

const tokenOf = ({ request }: Exchange): string =>
  ((request.params ?? {}) as Readonly<Record<string, string>>)["token"] ?? "";

/** Returns the problems with fields of the password form, in the order in which the error lists them. */
const fieldProblems = (error: unknown): readonly FieldProblem[] =>
  isDomainError(error)
    ? error.problems.flatMap(({ parameter = "", message }) =>
        fieldNames.has(parameter) ? [{ field: parameter, message }] : [],
      )
    : [];

const attributes = { type: "password", autocomplete: "new-password", required: "", spellcheck: "false" };

const fields: readonly FormField[] = [
  {
    name: "password",
    label: "Password",
    hint: `At least ${passwordLength.min} characters of any kind. A few words that are easy to remember make a good password.`,
    attributes,
  },
  { name: "password_again", label: "Repeat password", attributes },
];

/** Builds the page with the password form, with a summary of the problems above the form. */
function formPage(status: number, practice: string, problems: readonly FieldProblem[] = []): HttpResponse {
  const heading = `Set your password for ${practice}`;
  const content = `      <h1>${escapeHtml(heading)}</h1>
${formSummary(problems)}      <form method="post" novalidate>
${fields.map((field) => formField(field, problems)).join("\n")}
        <button type="submit">Set password</button>
      </form>`;
  return pageResponse(status, formTitle(heading, problems), content);
}
