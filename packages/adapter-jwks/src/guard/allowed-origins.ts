import { invalid } from "@repute/domain";

/** Origins that are exempt from the address checks, for private networks and tests. */
export type AllowedOrigins = ReadonlySet<string>;

/** Parses origins such as `http://127.0.0.1:4000`. Throws `invalid_origin` for any other string. */
export const parseOrigins = (texts: readonly string[]): AllowedOrigins => new Set(texts.map(parseOrigin));

function parseOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // Reject a path instead of ignoring it. Otherwise the rule would allow more URLs than it names.
  if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin;
  throw invalid("invalid_origin", `"${text}" is not an origin, such as https://keys.example.com:8443`);
}
