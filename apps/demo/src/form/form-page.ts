import { escapeHtml, type FieldProblem, formField, formSummary, formTitle } from "@repute/adapter-express";
import { practice } from "../towns.js";
import { fields, type Filled, type FormDays } from "./form-fields.js";
import { page } from "./page.js";
import type { StoredConversion } from "./stored-conversion.js";

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
