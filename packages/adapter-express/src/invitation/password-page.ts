import { passwordLength } from "@repute/domain";
import { escapeHtml } from "../html.js";
import { type FieldProblem, type FormField, formField, formSummary, formTitle } from "../pages/form-parts.js";
import { pageResponse } from "../pages/page-response.js";
import type { HttpResponse } from "../responding/response.js";

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
export function formPage(status: number, practice: string, problems: readonly FieldProblem[] = []): HttpResponse {
  const heading = `Set your password for ${practice}`;
  const content = `      <h1>${escapeHtml(heading)}</h1>
${formSummary(problems)}      <form method="post" novalidate>
${fields.map((field) => formField(field, problems)).join("\n")}
        <button type="submit">Set password</button>
      </form>`;
  return pageResponse(status, formTitle(heading, problems), content);
}
