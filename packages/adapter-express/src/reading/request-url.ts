import { unescaped } from "./escaped-text.js";

const absolute = /^https?:\/\/[^/?]*/i;

/** Returns the request target without scheme, host and fragment, or `undefined` if the target is not a path. */
export function originForm(url: string): string | undefined {
  const target = beforeMark(url, "#").replace(absolute, "");
  if (target === "" || target.startsWith("?")) return `/${target}`;
  return target.startsWith("/") || target === "*" ? target : undefined;
}

/** True if the path is percent-encoded UTF-8 without NUL characters. */
export const isReadablePath = (url: string): boolean => unescaped(rawPath(url)) !== undefined;

/** Returns the path of a URL without percent-decoding. */
export const rawPath = (url: string): string => beforeMark(beforeMark(url, "#"), "?");

/** Returns the query of a URL without percent-decoding. */
export function rawQuery(url: string): string {
  const target = beforeMark(url, "#");
  const mark = target.indexOf("?");
  return mark === -1 ? "" : target.slice(mark + 1);
}

function beforeMark(url: string, mark: string): string {
  const end = url.indexOf(mark);
  return end === -1 ? url : url.slice(0, end);
}
