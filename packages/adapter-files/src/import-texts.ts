import type { ImportField } from "@repute/domain";

/** Strings of a row by field. */
export type ImportTexts = Partial<Record<ImportField, string>>;

/** Strings by field, any of which may be `undefined`. */
export type MaybeTexts = { readonly [Field in ImportField]?: string | undefined };

/** Returns only the fields with a string that is not empty. */
export function present(texts: MaybeTexts): ImportTexts {
  const found: ImportTexts = {};
  for (const field of Object.keys(texts) as ImportField[]) {
    const text = texts[field];
    if (text) found[field] = text;
  }
  return found;
}
