import { unescaped } from "./escaped-text.js";

const absolute = /^https?:\/\/[^/?]*/i;

/** What a request asks for in origin form: without scheme, host and fragment. `undefined` when it has no such form. */
export function originForm(url: string): string | undefined {
  const target = beforeMark(url, "#").replace(absolute, "");
  if (target === "" || target.startsWith("?")) return `/${target}`;
  return target.startsWith("/") || target === "*" ? target : undefined;
}

/** Whether the path is text at all. */
export const isReadablePath = (url: string): boolean => unescaped(rawPath(url)) !== undefined;

/** The raw text of the path: what stands before the first question mark. */
export const rawPath = (url: string): string => beforeMark(beforeMark(url, "#"), "?");

/** The raw text of the query: what stands behind the first question mark. */
export function rawQuery(url: string): string {
  const target = beforeMark(url, "#");
  const mark = target.indexOf("?");
  return mark === -1 ? "" : target.slice(mark + 1);
}

function beforeMark(url: string, mark: string): string {
  const end = url.indexOf(mark);
  return end === -1 ? url : url.slice(0, end);
}
