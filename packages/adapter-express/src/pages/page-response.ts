import { escapeHtml } from "../html.js";
import type { HttpResponse } from "../responding/response.js";
import { formStyle } from "./form-parts.js";
import { pageTemplate } from "./page-template.js";

const template = pageTemplate(formStyle, ["form-action 'self'"]);

/** Builds an HTML page that is not cached and sends no Referer header. */
export const pageResponse = (
  status: number,
  title: string,
  content: string,
  headers: Readonly<Record<string, string>> = {},
): HttpResponse => ({
  status,
  headers: {
    ...headers,
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-store",
    "Content-Security-Policy": template.policy,
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex, nofollow",
  },
  body: Buffer.from(template.render({ title, content })),
  compressible: false,
  negotiated: true,
});

/** A page that contains only a heading, sentences, and possibly a link. */
export type PlainPage = {
  readonly heading: string;
  readonly sentences: readonly string[];
  readonly link?: { readonly url: string; readonly text: string } | undefined;
};

/** Builds an HTML page from plain text. */
export function plainPage(
  status: number,
  { heading, sentences, link }: PlainPage,
  headers?: Readonly<Record<string, string>>,
): HttpResponse {
  const lines = [
    `      <h1>${escapeHtml(heading)}</h1>`,
    ...sentences.map((sentence) => `      <p>${escapeHtml(sentence)}</p>`),
    ...(link ? [`      <p><a href="${escapeHtml(link.url)}">${escapeHtml(link.text)}</a></p>`] : []),
  ];
  return pageResponse(status, heading, lines.join("\n"), headers);
}
