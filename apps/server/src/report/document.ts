import { styleHash } from "@repute/adapter-express";
import { type Html, html } from "./html.js";

/**
 * Renders a self-contained HTML page that loads nothing and runs no scripts.
 * Its Content Security Policy allows only its own style and applies wherever the file is opened.
 */
export function document(title: string, style: string, content: Html): string {
  const policy = ["default-src 'none'", `style-src '${styleHash(style)}'`, "base-uri 'none'", "form-action 'none'"];
  // Keep this element on one line. The page's security policy contains a hash of the exact text of the style.
  const styleElement = { html: `<style>${style}</style>` };
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${{ html: policy.join("; ") }}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        ${styleElement}
      </head>
      <body>
        ${content}
      </body>
    </html> `.html;
}
