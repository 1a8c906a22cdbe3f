import { escapeHtml } from "../html.js";
import { type FormField, formField, formStyle } from "./form-parts.js";
import { pageTemplate } from "./page-template.js";

const template = pageTemplate(
  `${formStyle}
main { max-width: 72rem; }
.columns { display: grid; grid-template-columns: minmax(0, 18rem) minmax(0, 1fr); gap: 2rem; align-items: start; }
.columns > * { min-width: 0; }
select { box-sizing: border-box; width: 100%; margin-top: 0.25rem; padding: 0.6rem; border: 2px solid var(--quiet); border-radius: 6px; background: var(--card); color: inherit; font: inherit; }
.preview { padding: 1rem; border: 1px dashed var(--quiet); border-radius: 6px; background: #fff; color: #1d2b26; }
pre { margin: 0.5rem 0; padding: 1rem; background: var(--page); border-radius: 6px; white-space: pre-wrap; overflow-wrap: anywhere; }
details, .snippet { margin-top: 1.25rem; }
.snippet button { margin-top: 0; padding: 0.4rem 1rem; }
h2 { margin-top: 2rem; }
@media (max-width: 50rem) { .columns { grid-template-columns: minmax(0, 1fr); } }
`,
  [
    "script-src 'self'",
    "connect-src 'self'",
    "require-trusted-types-for 'script'",
    "trusted-types repute-reviews",
    "form-action 'none'",
  ],
);

/** Content Security Policy of the page. */
export const configurePolicy = template.policy;

const text = { type: "text", spellcheck: "false", autocomplete: "off" };

const placesOf = (widget: string): readonly FormField[] => [
  {
    name: "widget",
    label: "Widget id",
    hint: "repute widget show prints it.",
    attributes: { ...text, maxlength: "40", value: widget },
  },
  { name: "limit", label: "Number of reviews", attributes: { ...text, inputmode: "numeric", maxlength: "3" } },
  { name: "location", label: "Location ids", attributes: { ...text, maxlength: "200" } },
  { name: "provider", label: "Provider ids", attributes: { ...text, maxlength: "200" } },
];

const colors: readonly FormField[] = [
  { name: "--repute-star", label: "Stars", attributes: { ...text, placeholder: "#fbbf24", maxlength: "100" } },
  {
    name: "--repute-background",
    label: "Background",
    attributes: { ...text, placeholder: "#14201b", maxlength: "100" },
  },
  { name: "--repute-color", label: "Text", attributes: { ...text, placeholder: "#e4ebe8", maxlength: "100" } },
];

const choices = {
  layout: ["grid", "list", "carousel", "badge", "summary"],
  theme: ["", "light", "dark", "auto"],
  lang: ["", "en", "es", "de", "fr", "zh", "vi", "tl"],
} as const;

const labels = { layout: "Layout", theme: "Colors without settings", lang: "Language" } as const;

const select = (name: keyof typeof choices): string =>
  `        <label for="${name}">${labels[name]}</label>
        <select id="${name}" name="${name}">${choices[name]
          .map((value) => `<option value="${value}">${value || "as on the page"}</option>`)
          .join("")}</select>`;

const snippet = (name: string): string => `      <div class="snippet" data-snippet="${name}">
        <h3>${name}</h3>
        <pre tabindex="0"><code></code></pre>
        <button type="button">Copy the code for ${name}</button>
      </div>`;

/** Renders the page on which operators try the settings of a widget, and copy the code for their pages. */
export const configurePage = (widget: string): string =>
  template.render({
    title: "Configure the review widget",
    head: `
    <script src="reviews.js" async></script>
    <script src="configure.js" defer></script>`,
    content: `      <h1>Configure the review widget</h1>
      <div class="columns">
        <form novalidate>
${[...placesOf(widget).map((field) => formField(field, [])), ...(["layout", "theme", "lang"] as const).map(select)].join("\n")}
        <details>
          <summary>Colors</summary>
${colors.map((field) => formField(field, [])).join("\n")}
        </details>
        </form>
        <div class="preview"><repute-reviews widget="${escapeHtml(widget)}">The reviews appear here.</repute-reviews></div>
      </div>
      <h2>Code for your page</h2>
      <p role="status"></p>
${["HTML", "WordPress", "React"].map(snippet).join("\n")}`,
  });
