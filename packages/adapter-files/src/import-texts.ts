import type { ImportField } from "@repute/domain";

/** The texts of a row by field. */
export type ImportTexts = Partial<Record<ImportField, string>>;

/** The same with fields for which there may be none. */
export type MaybeTexts = { readonly [Field in ImportField]?: string | undefined };

/** The fields that have a text. */
export function present(texts: MaybeTexts): ImportTexts {
  const found: ImportTexts = {};
  for (const field of Object.keys(texts) as ImportField[]) {
    const text = texts[field];
    if (text) found[field] = text;
  }
  return found;
}
