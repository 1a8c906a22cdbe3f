import { type Domain, isDomainError } from "@repute/domain";
import type { Exchange } from "../exchange.js";
import type { RouterOptions } from "../options.js";
import type { FieldProblem } from "../pages/form-parts.js";
import { type PlainPage, plainPage } from "../pages/page-response.js";
import type { RateLimits } from "../rate-limits.js";
import { readForm } from "../reading/form-body.js";
import { prefersPage } from "../reading/prefers-page.js";
import { reasonOf } from "../responding/problem.js";
import { sendResponse } from "../responding/response.js";
import { formPage } from "./password-page.js";

const fields: ReadonlySet<string> = new Set(["password", "password_again"]);

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
    const { password, password_again: passwordAgain } = await readForm(exchange, fields);
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
        fields.has(parameter) ? [{ field: parameter, message }] : [],
      )
    : [];
