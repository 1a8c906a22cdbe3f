import { escapeHtml } from "@repute/adapter-express";

/** Safe HTML in which all inserted values are escaped. */
export type Html = { readonly html: string };

export type HtmlValue = Html | string | number | readonly HtmlValue[] | undefined;

/**
 * Template tag for safe HTML.
 * Escapes strings, inserts HTML and lists of HTML unchanged, and omits undefined values.
 */
export const html = (template: TemplateStringsArray, ...values: readonly HtmlValue[]): Html => ({
  html: template.reduce((text, part, index) => text + marked(values[index - 1]) + part),
});

function marked(value: HtmlValue): string {
  if (value === undefined) return "";
  if (typeof value === "string" || typeof value === "number") return escapeHtml(String(value));
  return "html" in value ? value.html : value.map(marked).join("");
}
