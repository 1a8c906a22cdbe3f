import { openings, phrases } from "./phrases.mjs";

/** Matches a space or a line break. The next line may begin with characters of a Markdown quotation or a comment. */
const space = "(?:[ \\t]+|[ \\t]*\\n[ \\t>*/]*)";

const patterns = phrases.map(([phrase, suggestion]) => ({
  pattern: new RegExp(`(?<![\\w-])(?:${phrase.replaceAll(" *", "\\s*").replaceAll(" ", space)})(?![\\w-])`, "gi"),
  suggestion,
}));

/** Returns the phrases to avoid in a string, in order: the offset, the matched words and the suggestion. */
export function phraseHits(text) {
  const hits = patterns.flatMap(({ pattern, suggestion }) =>
    [...text.matchAll(pattern)].map(({ 0: found, index }) => ({
      index,
      end: index + found.length,
      phrase: found.replace(/\s+[>*/]*\s*/g, " "),
      suggestion,
    })),
  );
  hits.sort((a, b) => a.index - b.index || b.end - a.end);
  return hits.filter(({ index }, at) => at === 0 || index >= hits[at - 1].end);
}

const starts = openings.map(([words, suggestion]) => ({
  pattern: new RegExp(`^(?:/\\*\\*?|//)?${space}?(?:${words.replaceAll(" ", space)})(?![\\w-])`, "i"),
  suggestion,
}));

/** Returns the words to avoid at the start of a comment or a description, with the suggestion. */
export const openingHits = (text) =>
  starts.flatMap(({ pattern, suggestion }) => {
    const found = pattern.exec(text)?.[0];
    return found === undefined ? [] : [{ index: 0, phrase: found.replace(/^[\s*/]+/, ""), suggestion }];
  });

/** Returns the sentences with more than `limit` words, each with its offset and number of words. */
export function longSentences(paragraph, limit) {
  return [...paragraph.matchAll(/(?:[^.!?]|[.!?](?=\S))+[.!?]*/g)]
    .map(({ 0: sentence, index }) => ({
      index: index + sentence.search(/\S|$/),
      words: sentence.split(/\s+/).filter((word) => /[\w`]/.test(word)).length,
    }))
    .filter(({ words }) => words > limit);
}
