import { escapeHtml } from "@repute/adapter-express";
import { practice } from "../towns.js";
import type { Complaints, Filled, FormField } from "./form-fields.js";
import { fields } from "./form-fields.js";
import { page } from "./page.js";

/** Script tag with a relative URL, so that the page works behind a proxy under any path. */
const script = `
    <script src="../tracking/scct.js" async></script>`;

/** Renders the form with its current values and error messages. */
export const formPage = ({ scct, values }: Filled, complaints: Complaints = {}): string =>
  page(
    "Request an appointment",
    `      <p>${escapeHtml(practice.name)} will call you back within a day.</p>
      <form action="form" method="post">
        <input type="hidden" name="scct" value="${escapeHtml(scct)}">
${fields.map((field) => fieldHtml(field, values[field.name] ?? "", complaints[field.name])).join("\n")}
        <button>Request appointment</button>
      </form>
      <p class="note">This practice is fictional. The link to this page may contain a parameter <code>scct</code>. The page keeps it in a
        hidden field, so that your request is credited to the campaign.</p>`,
    script,
  );

function fieldHtml(
  { name, label, type, autocomplete, required }: FormField,
  value: string,
  complaint?: string,
): string {
  const problem = complaint === undefined ? "" : ` aria-invalid="true" aria-describedby="${name}-complaint"`;
  const errorText =
    complaint === undefined ? "" : `\n        <p class="complaint" id="${name}-complaint">${escapeHtml(complaint)}</p>`;
  const attributes = `type="${type}" autocomplete="${autocomplete}"${required ? " required" : ""}${problem}`;
  return `        <label for="${name}">${escapeHtml(label)}</label>
        <input id="${name}" name="${name}" ${attributes} value="${escapeHtml(value)}">${errorText}`;
}

/**
 * Renders the confirmation page.
 * It shows the conversion that the submission created and an API request that returns the conversion.
 */
export const sentPage = (conversion: string, baseUrl: string): string =>
  page(
    "Thank you",
    `      <p>Your request was stored as the conversion <code id="conversion">${escapeHtml(conversion)}</code>. To see it, send this request with
        the API token that <code>repute demo</code> printed:</p>
      <pre>${escapeHtml(`curl -H "api-token: rpa_..." "${baseUrl}/v2/conversions?limit=3"`)}</pre>
      <p><a href="../form">New request</a></p>`,
  );

/** Renders the error page for a failed request. */
export const refusalPage = (text: string): string => page("Something went wrong", `      <p>${escapeHtml(text)}</p>`);
