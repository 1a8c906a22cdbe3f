import { escapeHtml, styleHash } from "@repute/adapter-express";
import { practice } from "../towns.js";

const style = `
body { margin: 0; background: #f4f6f4; color: #1d2b26; font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 30rem; margin: 3rem auto; padding: 2rem; background: #fff; border-radius: 12px; box-shadow: 0 1px 4px #0002; }
h1 { margin: 0 0 1rem; font-size: 1.5rem; line-height: 1.2; }
label { display: block; margin: 1rem 0 .25rem; font-weight: 600; }
input { box-sizing: border-box; width: 100%; padding: .6rem; border: 1px solid #8a9a94; border-radius: 6px; font: inherit; }
input[aria-invalid] { border-color: #b3261e; }
.complaint { margin: .25rem 0 0; color: #b3261e; }
button { margin-top: 1.5rem; padding: .7rem 1.4rem; border: 0; border-radius: 6px; background: #1f6f54; color: #fff; font: inherit; }
pre { padding: 1rem; background: #f4f6f4; border-radius: 6px; white-space: pre-wrap; overflow-wrap: anywhere; }
.note { color: #52625c; font-size: .875rem; }
@media (max-width: 34rem) { main { margin: 0; border-radius: 0; } }
`;

/**
 * Content Security Policy of the pages.
 * The pages may use their own style, load scripts from this server and submit forms to it.
 */
export const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src '${styleHash(style)}'`,
  "img-src data:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join(";");

/** Renders a page of the practice's website. `head` and `content` are HTML. */
export const page = (title: string, content: string, head = ""): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escapeHtml(`${title} - ${practice.name}`)}</title>
    <link rel="icon" href="data:,">
    <style>${style}</style>${head}
  </head>
  <body>
    <main>
      <h1>${escapeHtml(title)}</h1>
${content}
    </main>
  </body>
</html>
`;
