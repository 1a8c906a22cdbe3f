import { escapeHtml, formStyle, pageTemplate } from "@repute/adapter-express";
import { practice } from "../towns.js";

const template = pageTemplate(
  `${formStyle}
pre { padding: 1rem; background: var(--page); border-radius: 6px; white-space: pre-wrap; overflow-wrap: anywhere; }
.note { color: var(--quiet); font-size: .875rem; }
`,
  ["script-src 'self'", "form-action 'self'"],
);

/**
 * Content Security Policy of the pages.
 * The pages may use their own style, load scripts from this server and submit forms to it.
 */
export const pagePolicy = template.policy;

/** Texts of a page. The heading is also the title, unless there is another title. `content` and `head` are HTML. */
export type FormPage = {
  readonly heading: string;
  readonly title?: string;
  readonly content: string;
  readonly head?: string;
};

/** Renders a page of the practice's website. */
export const page = ({ heading, title = heading, content, head = "" }: FormPage): string =>
  template.render({
    title: `${title} - ${practice.name}`,
    content: `      <h1>${escapeHtml(heading)}</h1>
${content}`,
    head,
  });
