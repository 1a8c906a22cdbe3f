/** Decodes a part of a URL. Returns `undefined` if the part is not percent-encoded UTF-8 or contains a NUL. */
export function unescaped(part: string): string | undefined {
  if (!part.includes("%")) return part;
  try {
    const text = decodeURIComponent(part);
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}
