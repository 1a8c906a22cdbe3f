import type { AllowedOrigins } from "./allowed-origins.js";

/** A URL from which keys may be fetched. `guarded` restricts connections to public addresses. */
export type KeyUrl = { readonly url: URL; readonly guarded: boolean };

const maxLength = 2_048;
const refusedCharacters = /[\s\\\p{Cc}]/u;

/** Matches a dotted host name. The last label begins with a letter, so an IP address never matches. */
const dottedHost = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

const localEndings = [
  "localhost",
  "local",
  "internal",
  "intranet",
  "home.arpa",
  "test",
  "invalid",
  "onion",
  "lan",
  "corp",
  "home",
];

/**
 * Parses the URL of a key set.
 * The URL must use https and a dotted public host name, or belong to an allowed origin.
 * Otherwise, returns `undefined`.
 * Checks the parsed URL, because parsers may disagree about strings such as `https://a\@b`.
 */
export function parseKeyUrl(text: string, allowed: AllowedOrigins): KeyUrl | undefined {
  if (text.length > maxLength || refusedCharacters.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol) || url.username || url.password || url.href.includes("#")) return undefined;
  if (allowed.has(url.origin)) return { url, guarded: false };
  return isPublic(url) ? { url, guarded: true } : undefined;
}

const isPublic = ({ protocol, hostname }: URL): boolean =>
  protocol === "https:" &&
  hostname.length <= 253 &&
  dottedHost.test(hostname) &&
  !localEndings.some((ending) => `.${hostname}`.endsWith(`.${ending}`));
