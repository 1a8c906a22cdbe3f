import type { Brand } from "../kernel/brand.js";

/** Where a page comes from, as browsers write it: scheme, host, and the port unless it is the scheme's own (RFC 6454). */
export type Origin = Brand<string, "Origin">;

const longest = 300;

/** The origin that a text is, spelled as browsers do; `undefined` for one with a path, a wildcard or another scheme than HTTP's. */
export function parseOrigin(text: string): Origin | undefined {
  if (text.length > longest || !/^https?:\/\/[^\s*]+$/i.test(text) || !URL.canParse(text)) return undefined;
  const { origin, href } = new URL(text);
  return href === `${origin}/` && text.at(-1) !== "?" && text.at(-1) !== "#" ? (origin as Origin) : undefined;
}
