import type { AllowedOrigins } from "./allowed-origins.js";

/** A URL that keys may be fetched from; `guarded` means from public addresses only. */
export type KeyUrl = { readonly url: URL; readonly guarded: boolean };

const longest = 2_048;
const refusedCharacters = /[\s\\\p{Cc}]/u;

/** Labels of letters, digits, hyphens and underscores, the last one beginning with a letter: never an IP address. */
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
 * Reads the URL of a key set: https, on any port, of a dotted name that is no local one, or anything at an
 * allowed origin. What is judged is what the parser understood, never the text: both may read `https://a\@b` differently.
 */
export function parseKeyUrl(text: string, allowed: AllowedOrigins): KeyUrl | undefined {
  if (text.length > longest || refusedCharacters.test(text) || !URL.canParse(text)) return undefined;
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
