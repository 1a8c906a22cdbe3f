import { createHash } from "node:crypto";
import type { Html } from "./html.js";
import { html } from "./html.js";

/**
 * A page in one file, which loads nothing and runs nothing: its policy allows its own style alone. Browsers hold to it
 * wherever the file is opened.
 */
export function document(title: string, style: string, content: Html): string {
  const policy = ["default-src 'none'", `style-src '${styleHash(style)}'`, "base-uri 'none'", "form-action 'none'"];
  // Its hash holds for these very characters: a formatter must not touch them.
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

/** How a policy names a style that stands in the page. */
export const styleHash = (style: string): string => `sha256-${createHash("sha256").update(style).digest("base64")}`;
