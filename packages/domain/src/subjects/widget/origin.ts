import type { Brand } from "../../foundation/kernel/brand.js";

/** Origin of a web page (RFC 6454): scheme, host, and port if it is not the default port. */
export type Origin = Brand<string, "Origin">;

const maxLength = 300;

/**
 * Parses an origin and normalizes it as browsers do. Returns `undefined` if the string has a path, a wildcard, or a
 * scheme other than HTTP and HTTPS.
 */
export function parseOrigin(text: string): Origin | undefined {
  if (text.length > maxLength || !/^https?:\/\/[^\s*]+$/i.test(text) || !URL.canParse(text)) return undefined;
  const { origin, href } = new URL(text);
  return href === `${origin}/` && text.at(-1) !== "?" && text.at(-1) !== "#" ? (origin as Origin) : undefined;
}
