import { invalid } from "@repute/domain";

/** Origins that the guard lets through, whatever they are: for private networks and tests. */
export type AllowedOrigins = ReadonlySet<string>;

/** Reads origins such as `http://127.0.0.1:4000`; a text that is none is `invalid_origin`. */
export const parseOrigins = (texts: readonly string[]): AllowedOrigins => new Set(texts.map(parseOrigin));

function parseOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // A path would be passed over, and a rule that allows more than it says is worse than none.
  if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin;
  throw invalid("invalid_origin", `"${text}" is not an origin, such as https://keys.example.com:8443`);
}
