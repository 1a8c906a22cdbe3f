import { escapeHtml } from "./escape-html.js";

/** Text that may stand in a page as it is: every value in it was escaped when it was put in. */
export type Html = { readonly html: string };

export type HtmlValue = Html | string | number | readonly HtmlValue[] | undefined;

/** Marks up a template: texts among its values are escaped, other HTML and lists of it are not, absent ones are empty. */
export const html = (template: TemplateStringsArray, ...values: readonly HtmlValue[]): Html => ({
  html: template.reduce((text, part, index) => text + marked(values[index - 1]) + part),
});

function marked(value: HtmlValue): string {
  if (value === undefined) return "";
  if (typeof value === "string" || typeof value === "number") return escapeHtml(String(value));
  return "html" in value ? value.html : value.map(marked).join("");
}
