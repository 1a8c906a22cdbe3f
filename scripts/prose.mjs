// Reports phrases to avoid and long sentences in docs, and phrases to avoid in the API document and in source strings.
// With --comments, also checks comments.
// With --count, prints only the totals.
// Paths limit the check to files under these paths.
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import ts from "typescript";
import { longSentences, phraseHits } from "./prose/check-text.mjs";
import { newestSection, paragraphsOf, proseOf } from "./prose/markdown.mjs";
import { apiTexts } from "./prose/openapi.mjs";
import { commentsOf, stringsOf } from "./prose/sources.mjs";

const longest = 40;
const skipped = ["**/node_modules", "**/dist", "data"];
const tests = ["**/*.test.ts", "**/*.contract.ts", "**/testing/**"];

const { values: options, positionals } = arguments_();
const root = options.root ?? fileURLToPath(new URL("..", import.meta.url));

const filesOf = (extension, without, ...within) =>
  ts.sys
    .readDirectory(root, [extension], [...skipped, ...without], within)
    .map((file) => relative(root, file))
    .filter((file) => positionals.length === 0 || positionals.some((path) => file.startsWith(path)))
    .sort();

const textOf = (file) => readFileSync(`${root}/${file}`, "utf8");
const lineAt = (text, index) => text.slice(0, index).split("\n").length;
const filled = (text) => text.split("\n").filter((line) => line.trim() !== "").length;

/** The available checks. Each check returns its findings and the number of lines that it has read. */
const parts = {
  docs: () => partOf(filesOf(".md", [], "**/*"), (file) => docFindings(textOf(file), file.endsWith("CHANGELOG.md"))),
  openapi: () => partOf(filesOf(".json", [], "docs/openapi.json"), (file) => apiFindings(textOf(file))),
  strings: () => partOf(sources(tests), (file) => piecesFindings(textOf(file), stringsOf(file, textOf(file)))),
  ...(options.comments && {
    comments: () => partOf(sources([]), (file) => piecesFindings(textOf(file), commentsOf(file, textOf(file)))),
  }),
};

const sources = (without) =>
  filesOf(".ts", ["packages/client/src/api.ts", ...without], "apps/*/src/**/*", "packages/*/src/**/*");

function partOf(files, findingsOf) {
  const found = files.map((file) => ({ file, ...findingsOf(file) }));
  const all = (name) => found.flatMap(({ file, [name]: list = [] }) => list.map((one) => ({ file, ...one })));
  return { lines: found.reduce((sum, { lines }) => sum + lines, 0), hits: all("hits"), long: all("long") };
}

function docFindings(markdown, isChangelog) {
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

function apiFindings(json) {
  const texts = apiTexts(json);
  const hits = texts.flatMap(({ line, text, form }) => [
    ...phraseHits(text).map((hit) => ({ line, ...hit })),
    ...(form === undefined ? [] : [{ line, phrase: text.slice(0, 60), form }]),
  ]);
  return { lines: texts.length, hits };
}

function piecesFindings(source, pieces) {
  const hits = pieces.flatMap(({ text, index }) =>
    phraseHits(text).map((hit) => ({ line: lineAt(source, index) + lineAt(text, hit.index) - 1, ...hit })),
  );
  return { lines: pieces.reduce((sum, { text }) => sum + filled(text), 0), hits };
}

function arguments_() {
  const flag = { type: "boolean", default: false };
  try {
    return parseArgs({ options: { comments: flag, count: flag, root: { type: "string" } }, allowPositionals: true });
  } catch (error) {
    console.error(`${error.message}\nusage: npm run prose -- [--comments] [--count] [path...]`);
    process.exit(2);
  }
}

for (const [name, read] of Object.entries(parts)) {
  const { lines, hits, long } = read();
  if (!options.count) {
    for (const { file, line, phrase, suggestion, form } of hits)
      console.log(`${file}:${line}: "${phrase}": ${form ?? `write "${suggestion}"`}`);
    for (const { file, line, words } of long) console.log(`${file}:${line}: warning: a sentence of ${words} words`);
  }
  const forms = hits.filter(({ form }) => form !== undefined).length;
  const density = (((hits.length - forms) * 1_000) / Math.max(1, lines)).toFixed(1);
  const more = [
    name === "openapi" && `${forms} of wrong form`,
    name === "docs" && `${long.length} sentences over ${longest} words`,
  ];
  console.log(
    [
      `${name}: ${hits.length - forms} phrases in ${lines} lines, ${density} per thousand`,
      ...more.filter(Boolean),
    ].join(", "),
  );
  if (hits.length > 0) process.exitCode = 1;
}
