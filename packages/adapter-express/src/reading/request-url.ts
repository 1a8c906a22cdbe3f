import { unescaped } from "./escaped-text.js";

const absolute = /^https?:\/\/[^/?]*/i;

/** Returns the request target without scheme, host and fragment. Returns `undefined` if it is not a path. */
export function originForm(url: string): string | undefined {
  const target = beforeMark(url, "#").replace(absolute, "");
  if (target === "" || target.startsWith("?")) return `/${target}`;
  return target.startsWith("/") || target === "*" ? target : undefined;
}

/** Whether the path is percent-encoded UTF-8 without NUL. */
export const isReadablePath = (url: string): boolean => unescaped(rawPath(url)) !== undefined;

/** Returns the undecoded path. */
export const rawPath = (url: string): string => beforeMark(beforeMark(url, "#"), "?");

/** Returns the undecoded query. */
export function rawQuery(url: string): string {
  const target = beforeMark(url, "#");
  const mark = target.indexOf("?");
  return mark === -1 ? "" : target.slice(mark + 1);
}

function beforeMark(url: string, mark: string): string {
  const end = url.indexOf(mark);
  return end === -1 ? url : url.slice(0, end);
}
