/** List of single codes (`G0104`) and inclusive ranges of integers (`10004-69990`). */
export type CodeRanges = readonly string[];

const range = /^(\d{1,5})-(\d{1,5})$/;

/** Parses codes and ranges that are separated by commas. Returns `undefined` if the format is invalid. */
export function parseCodeRanges(text: string): CodeRanges | undefined {
  const codes = text.split(",", 1_000).map((one) => one.trim().toUpperCase());
  const isUsable = (code: string) => /^[A-Z\d]{5}$/.test(code) || isRange(code);
  return text.length <= 10_000 && codes.every(isUsable) ? codes : undefined;
}

function isRange(text: string): boolean {
  const [, first, last] = range.exec(text) ?? [];
  return first !== undefined && Number(first) <= Number(last);
}

/**
 * Returns a function that checks whether a code is in the ranges. The function ignores case, and compares numeric codes
 * as numbers.
 */
export function codesIn(ranges: CodeRanges): (code: string) => boolean {
  const single = new Set(ranges.filter((one) => !range.test(one)));
  const bounds = ranges.flatMap((one) => {
    const [, first, last] = range.exec(one) ?? [];
    return first === undefined ? [] : [[Number(first), Number(last)] as const];
  });
  return (code) => {
    const text = code.toUpperCase();
    if (single.has(text)) return true;
    if (!/^\d{1,5}$/.test(text)) return false;
    const number = Number(text);
    return bounds.some(([first, last]) => number >= first && number <= last);
  };
}
