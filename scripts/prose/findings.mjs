import { longSentences, openingHits, phraseHits } from "./check-text.mjs";
import { newestSection, paragraphsOf, proseOf } from "./markdown.mjs";
import { nameHits } from "./names.mjs";
import { apiTexts } from "./openapi.mjs";
import { commentsIn, commentsOf, parseSource, stringsOf, titlesOf } from "./sources.mjs";

/** Maximum number of words in a sentence of the docs. */
export const longest = 40;

const tests = /\.(?:test|contract)\.ts$|\/testing\//;
const lineAt = (text, index) => text.slice(0, index).split("\n").length;
const filled = (text) => text.split("\n").filter((line) => line.trim() !== "").length;

/** Returns the findings in a Markdown file and its number of lines. */
export function docFindings(markdown, isChangelog) {
  const prose = proseOf(isChangelog ? newestSection(markdown) : markdown);
  const long = paragraphsOf(prose).flatMap(({ text, index }) =>
    longSentences(text, longest).map((sentence) => ({
      line: lineAt(prose, index + sentence.index),
      words: sentence.words,
    })),
  );
  return {
    lines: filled(prose),
    hits: phraseHits(prose).map((hit) => ({ line: lineAt(prose, hit.index), ...hit })),
    long,
  };
}

/** Returns the findings in the API document and its number of texts. */
export function apiFindings(json) {
  const texts = apiTexts(json);
  const hits = texts.flatMap(({ line, text, form }) => [
    ...textHits(text).map((hit) => ({ line, ...hit })),
    ...(form === undefined ? [] : [{ line, phrase: text.slice(0, 60), form }]),
  ]);
  return { lines: texts.length, hits };
}

const textHits = (text) => [...openingHits(text), ...phraseHits(text)];

function piecesFindings(source, pieces, hitsOf = phraseHits) {
  const hits = pieces.flatMap(({ text, index }) =>
    hitsOf(text).map((hit) => ({ line: lineAt(source, index) + lineAt(text, hit.index) - 1, ...hit })),
  );
  return { lines: pieces.reduce((sum, { text }) => sum + filled(text), 0), hits };
}

/** Returns the findings in a source by part: comments, names, test titles, and strings that users can read. */
export function sourceFindings(file, text) {
  if (file.endsWith(".css")) return { comments: piecesFindings(text, commentsIn(text), textHits) };
  const source = parseSource(file, text);
  const names = nameHits(source).map((hit) => ({ line: lineAt(text, hit.index), ...hit }));
  return {
    ...(/^(?:apps|packages)\/[^/]+\/src\//.test(file) &&
      !tests.test(file) && { strings: piecesFindings(text, stringsOf(source)) }),
    comments: piecesFindings(text, commentsOf(source), textHits),
    titles: piecesFindings(text, titlesOf(source)),
    names: { lines: filled(text), hits: names },
  };
}
