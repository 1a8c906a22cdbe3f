import { escapeHtml } from "../html.js";

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
