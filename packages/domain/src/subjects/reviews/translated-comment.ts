// cspell:ignore traducido traduit übersetzt traduzido pelo dịch texto origine gốc

/** Marks of translations by Google. The name of a group is the language of the translation. */
const translationMark = new RegExp(
  "\\((?:(?<en>translated by google)|(?<es>traducido por google)|(?<fr>traduit par google)|(?<de>übersetzt von google)|" +
    "(?<pt>traduzido (?:pelo|por) google)|(?<zh>由 ?google ?提供翻譯|由 ?google ?翻译)|(?<vi>bản dịch của google))\\)",
  "i",
);

const originalMark = /\((?:original|texto original|avis d['’]origine|原始評論|原文|bản gốc)\)/i;

/** Versions of a comment. If `comment` is a translation by Google: its language, and the original if it is known. */
export type TranslatedComment = { readonly comment: string; readonly language?: string; readonly original?: string };

/** Separates the two versions of a comment that Google has translated. Either version can be the first. */
export function commentOf(text: string): TranslatedComment {
  const mark = translationMark.exec(text);
  if (!mark) return { comment: text };
  const [translated = "", ...rest] = text.slice(mark.index + mark[0].length).split(originalMark);
  const [comment, original] = [translated.trim(), text.slice(0, mark.index).trim() || rest.join(" ").trim()];
  if (comment === "") return { comment: original || text };
  const [language = ""] = Object.entries(mark.groups ?? {}).find(([, found]) => found !== undefined) ?? [];
  return { comment, language, ...(original !== "" && { original }) };
}
