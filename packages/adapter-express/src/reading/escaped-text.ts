/** The text of a part of a URL; `undefined` when it is not percent-escaped UTF-8, or has a NUL in it. */
export function unescaped(part: string): string | undefined {
  if (!part.includes("%")) return part;
  try {
    const text = decodeURIComponent(part);
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}
