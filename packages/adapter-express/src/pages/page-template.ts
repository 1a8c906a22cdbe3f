import { escapeHtml, styleHash } from "../html.js";

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
    policy: [
      "default-src 'none'",
      `style-src '${styleHash(css)}'`,
      "img-src data:",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      ...directives,
    ].join(";"),
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
