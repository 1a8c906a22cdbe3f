import { createHash } from "node:crypto";
import type { HttpResponse } from "../responses/response.js";

/** Content of a page. `content` and `head` are HTML. The title is text. */
export type Page = { readonly title: string; readonly content: string; readonly head?: string };

/** Renders pages with one style and the Content Security Policy that permits the style. */
export type PageTemplate = { readonly policy: string; readonly render: (page: Page) => string };

/** Colors and basic elements of all pages. The colors follow the system's light or dark mode. */
const baseStyle = `
:root { color-scheme: light dark; --page: #f4f6f4; --card: #fff; --ink: #1d2b26; --quiet: #52625c; --link: #1f6f54; --button: #1f6f54; --on-button: #fff; --error: #a3160f; --focus: #1d4ed8; }
@media (prefers-color-scheme: dark) {
  :root { --page: #101714; --card: #1a2420; --ink: #e4ebe8; --quiet: #a6b5ae; --link: #7fd1b0; --button: #7fd1b0; --on-button: #0c1b15; --error: #ff9b91; --focus: #8fb4ff; }
}
body { margin: 0; background: var(--page); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 34rem; margin: 3rem auto; padding: 2rem; background: var(--card); border-radius: 12px; box-shadow: 0 1px 4px #0002; }
h1 { margin: 0 0 1rem; font-size: 1.5rem; line-height: 1.2; overflow-wrap: anywhere; }
a { color: var(--link); overflow-wrap: anywhere; }
:focus { outline: 3px solid var(--focus); outline-offset: 2px; }
@media (max-width: 38rem) { main { margin: 0; padding: 1.25rem; border-radius: 0; } }
`;

/** Creates a template for pages. `directives` are added to a policy that permits only the style. */
export function pageTemplate(style: string, directives: readonly string[]): PageTemplate {
  const css = baseStyle + style;
  return {
    policy: policyOf(styleHash(css), directives),
    render: ({ title, content, head = "" }) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escapeHtml(title)}</title>
    <link rel="icon" href="data:,">
    <style>${css}</style>${head}
  </head>
  <body>
    <main>
${content}
    </main>
  </body>
</html>
`,
  };
}

const policyOf = (style: string, directives: readonly string[]): string =>
  [
    "default-src 'none'",
    `style-src '${style}'`,
    "img-src data:",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...directives,
  ].join(";");

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes text for HTML content and quoted attribute values. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? "");

/** Returns the source expression that allows an inline style in a Content Security Policy. */
export const styleHash = (style: string): string => `sha256-${createHash("sha256").update(style).digest("base64")}`;

/** Style of the form parts on this page. */
export const formStyle = `
h2 { margin: 0; font-size: 1.1rem; }
label { display: block; margin-top: 1.25rem; font-weight: 600; }
.hint { margin: 0.25rem 0 0; color: var(--quiet); }
.error { margin: 0.25rem 0 0; color: var(--error); font-weight: 600; }
.summary { margin: 1rem 0; padding: 1rem; border: 3px solid var(--error); border-radius: 6px; }
.summary ul { margin: 0.5rem 0 0; padding-left: 1.25rem; }
.summary a { color: var(--error); }
input { box-sizing: border-box; width: 100%; margin-top: 0.25rem; padding: 0.6rem; border: 2px solid var(--quiet); border-radius: 6px; background: var(--card); color: inherit; font: inherit; }
input[aria-invalid] { border-color: var(--error); }
button { margin-top: 1.5rem; padding: 0.7rem 1.4rem; border: 0; border-radius: 6px; background: var(--button); color: var(--on-button); font: inherit; font-weight: 600; }
@media (forced-colors: active) { button { border: 2px solid; } }
`;

/** Problem with the value of a form field, as a message in lower case without a period. */
export type FieldProblem = { readonly field: string; readonly message: string };

/** Label and attributes of a form field, in plain text. */
export type FormField = {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly attributes: Readonly<Record<string, string>>;
};

/** Returns the title of a form page. The title of a page with problems begins with `Error:`. */
export const formTitle = (title: string, problems: readonly FieldProblem[]): string =>
  problems.length > 0 ? `Error: ${title}` : title;

/** Renders the summary of all problems. The summary gets the focus and links to the fields. */
export function formSummary(problems: readonly FieldProblem[]): string {
  if (problems.length === 0) return "";
  const lines = problems.map(({ field, message }) => `          <li><a href="#${field}">${sentence(message)}</a></li>`);
  return `      <div class="summary" role="alert" tabindex="-1" autofocus>
        <h2>There is a problem</h2>
        <ul>
${lines.join("\n")}
        </ul>
      </div>
`;
}

/** Renders a field with its label, its hint and its problem, if any. */
export function formField({ name, label, hint, attributes }: FormField, problems: readonly FieldProblem[]): string {
  const problem = problems.find(({ field }) => field === name);
  const notes = [
    ...(hint === undefined ? [] : [{ kind: "hint", text: escapeHtml(hint) }]),
    ...(problem ? [{ kind: "error", text: `Error: ${sentence(problem.message)}` }] : []),
  ];
  const all = {
    id: name,
    name,
    ...attributes,
    ...(notes.length > 0 && { "aria-describedby": notes.map(({ kind }) => `${name}-${kind}`).join(" ") }),
    ...(problem && { "aria-invalid": "true" }),
  };
  return [
    `        <label for="${name}">${escapeHtml(label)}</label>`,
    ...notes.map(({ kind, text }) => `        <p class="${kind}" id="${name}-${kind}">${text}</p>`),
    `        <input ${Object.entries(all)
      .map(([key, value]) => `${key}="${escapeHtml(value)}"`)
      .join(" ")}>`,
  ].join("\n");
}

const sentence = (message: string): string => escapeHtml(capitalized(message));

export const capitalized = (message: string): string => `${message.charAt(0).toUpperCase()}${message.slice(1)}`;

const formTemplate = pageTemplate(formStyle, ["form-action 'self'"]);

/** Builds an HTML page that is not cached and sends no Referer header. */
export const pageResponse = (
  status: number,
  title: string,
  content: string,
  headers: Readonly<Record<string, string>> = {},
): HttpResponse => ({
  status,
  headers: { ...headers, ...pageHeaders(formTemplate.policy) },
  body: Buffer.from(formTemplate.render({ title, content })),
  compressible: false,
  negotiated: true,
});

const pageHeaders = (policy: string) => ({
  "Content-Type": "text/html; charset=utf-8",
  "Cache-Control": "no-store",
  "Content-Security-Policy": policy,
  "Referrer-Policy": "no-referrer",
  "X-Robots-Tag": "noindex, nofollow",
});

/** Builds the response for a page that loads nothing and has only one style. */
export const reportResponse = ({ html, style }: { readonly html: string; readonly style: string }): HttpResponse => ({
  status: 200,
  headers: pageHeaders(policyOf(style, ["form-action 'none'"])),
  body: Buffer.from(html),
  compressible: true,
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
