import { passwordLength } from "@repute/domain";
import { escapeHtml, styleHash } from "../html.js";
import type { HttpResponse } from "../responding/response.js";

const style = `
:root { color-scheme: light; }
body { margin: 0; background: #f4f6f4; color: #1d2b26; font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 30rem; margin: 3rem auto; padding: 2rem; background: #fff; border-radius: 12px; box-shadow: 0 1px 4px #0002; }
h1 { margin: 0 0 1rem; font-size: 1.5rem; line-height: 1.2; overflow-wrap: anywhere; }
h2 { margin: 0; font-size: 1.1rem; }
label { display: block; margin-top: 1.25rem; font-weight: 600; }
.hint { margin: 0.25rem 0 0; color: #52625c; }
.error { margin: 0.25rem 0 0; color: #a3160f; font-weight: 600; }
.summary { margin: 1rem 0; padding: 1rem; border: 3px solid #a3160f; border-radius: 6px; }
.summary ul { margin: 0.5rem 0 0; padding-left: 1.25rem; }
.summary a { color: #a3160f; }
input { box-sizing: border-box; width: 100%; margin-top: 0.25rem; padding: 0.6rem; border: 2px solid #52625c; border-radius: 6px; font: inherit; }
input[aria-invalid] { border-color: #a3160f; }
button { margin-top: 1.5rem; padding: 0.7rem 1.4rem; border: 0; border-radius: 6px; background: #1f6f54; color: #fff; font: inherit; font-weight: 600; }
:focus { outline: 3px solid #1d4ed8; outline-offset: 2px; }
@media (max-width: 34rem) { main { margin: 0; padding: 1.25rem; border-radius: 0; } }
@media (forced-colors: active) { button { border: 2px solid; } }
`;

/** Content security policy: the page may use only its own style, and may send its form only to this service. */
const policy = [
  "default-src 'none'",
  `style-src '${styleHash(style)}'`,
  "img-src data:",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join(";");

export type Field = "password" | "password_again";

/** Error message for a form field. The message starts in lower case. */
export type FieldProblem = { readonly field: Field; readonly message: string };

/** Builds an HTML page that is not cached and sends no Referer header. */
const pageResponse = (
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
    "Content-Security-Policy": policy,
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex, nofollow",
  },
  body: Buffer.from(documentOf(title, content)),
  compressible: false,
  negotiated: true,
});

const documentOf = (title: string, content: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escapeHtml(title)}</title>
    <link rel="icon" href="data:,">
    <style>${style}</style>
  </head>
  <body>
    <main>
${content}
    </main>
  </body>
</html>
`;

/** Builds an HTML page that contains only a heading and sentences. */
export const plainPage = (
  status: number,
  heading: string,
  sentences: readonly string[],
  headers?: Readonly<Record<string, string>>,
): HttpResponse => {
  const lines = sentences.map((sentence) => `      <p>${escapeHtml(sentence)}</p>`);
  return pageResponse(status, heading, [`      <h1>${escapeHtml(heading)}</h1>`, ...lines].join("\n"), headers);
};

/** Builds the page with the password form, with a summary of the problems above the form. */
export function formPage(status: number, practice: string, problems: readonly FieldProblem[] = []): HttpResponse {
  const heading = `Set your password for ${practice}`;
  const title = problems.length > 0 ? `Error: ${heading}` : heading;
  const messageOf = (field: Field) => problems.find((problem) => problem.field === field)?.message;
  const content = `      <h1>${escapeHtml(heading)}</h1>
${problems.length > 0 ? summary(problems) : ""}      <form method="post" novalidate>
${input("password", "Password", messageOf("password"))}
${input("password_again", "Repeat password", messageOf("password_again"))}
        <button type="submit">Set password</button>
      </form>`;
  return pageResponse(status, title, content);
}

const hint = `At least ${passwordLength.min} characters of any kind. A few words that are easy to remember make a good password.`;

const summary = (
  problems: readonly FieldProblem[],
): string => `      <div class="summary" role="alert" tabindex="-1" autofocus>
        <h2>There is a problem</h2>
        <ul>
${problems.map(({ field, message }) => `          <li><a href="#${field}">${sentence(message)}</a></li>`).join("\n")}
        </ul>
      </div>
`;

function input(field: Field, label: string, problem: string | undefined): string {
  const hintLine = field === "password" ? `        <p class="hint" id="${field}-hint">${hint}</p>\n` : "";
  const errorLine =
    problem === undefined ? "" : `        <p class="error" id="${field}-error">Error: ${sentence(problem)}</p>\n`;
  const described = [hintLine && `${field}-hint`, errorLine && `${field}-error`].filter((id) => id !== "").join(" ");
  const attributes = [
    `type="password" id="${field}" name="${field}" autocomplete="new-password" required spellcheck="false"`,
    ...(described === "" ? [] : [`aria-describedby="${described}"`]),
    ...(problem === undefined ? [] : ['aria-invalid="true"']),
  ];
  return `        <label for="${field}">${label}</label>
${hintLine}${errorLine}        <input ${attributes.join(" ")}>`;
}

const sentence = (message: string): string => escapeHtml(capitalized(message));

export const capitalized = (message: string): string => `${message.charAt(0).toUpperCase()}${message.slice(1)}`;
