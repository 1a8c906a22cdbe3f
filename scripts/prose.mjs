// Reports phrases to avoid in docs, in the API document and in sources. Of tests, checks only comments and titles.
// Paths limit the check to files under these paths. ESLint and cspell check names and single words.
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import ts from "typescript";
import { forms, openings, phrases } from "./phrases.mjs";

/** Matches a space or a line break. The next line may begin with characters of a Markdown quotation or a comment. */
const space = "(?:[ \\t]+|[ \\t]*\\n[ \\t>*/]*)";

/** Matches the beginning of a comment, or of a summary or description in the API document. */
const start = String.raw`/\*\*?[\s*]+|(?<!//.*\n[ \t]*)//[ ]|"(?:summary|description)":[ ]"`;

const rules = [
  ...phrases.map(([phrase, suggestion]) => [`(?<![\\w-])(?:${phrase})(?![\\w-])`, suggestion]),
  ...openings.map(([words, suggestion]) => [`(?<=${start})(?:${words})(?![\\w-])`, suggestion]),
]
  .map(([source, suggestion]) => [
    new RegExp(source.replaceAll(" *", "\\s*").replace(/(?<!\[) /g, space), "gi"),
    suggestion,
  ])
  .concat(forms);

/** Code, HTML tags, comments and addresses in Markdown. */
const notProse = [
  /^[ \t>]*(`{3,}|~{3,})[\s\S]*?^[ \t>]*\1[ \t]*$/gm,
  /(?<!`)(`+)(?!`)(?:(?!\n[ \t]*\n)[\s\S])+?(?<!`)\1(?!`)/g,
  /<!--[\s\S]*?-->|\]\([^)\n]*\)|^\[[^\]\n]+\]:.*$|<[^>\n]+>|https?:\/\/\S+/gm,
];

/** Blanks a string but keeps its line breaks, so that line numbers stay the same. */
const blank = (text) => text.replace(/[^\n]/g, "`");

function proseOf(file, text) {
  if (file.endsWith(".md")) return notProse.reduce((rest, pattern) => rest.replace(pattern, blank), text);
  return /\.test\.ts$|\/test(?:ing)?\//.test(file)
    ? text.replace(/^(?!\s*(?:\/\/|\/?\*|(?:describe|it|test)\b)).*$/gm, blank)
    : text;
}

const { values, positionals } = parseArgs({ options: { root: { type: "string" } }, allowPositionals: true });
const root = values.root ?? fileURLToPath(new URL("..", import.meta.url));
const skipped = [
  "**/node_modules",
  "**/dist",
  "data",
  "packages/client/src/api.ts",
  "apps/copy/src/shape/described-fields.ts",
  "scripts/phrases.mjs",
];
const files = ts.sys
  .readDirectory(root, [".md", ".ts", ".mjs", ".cjs", ".css", "openapi.json"], skipped, ["**/*"])
  .map((file) => relative(root, file))
  .filter((file) => positionals.length === 0 || positionals.some((path) => file.startsWith(path)))
  .sort();

const hits = files.flatMap((file) => {
  const text = proseOf(file, readFileSync(`${root}/${file}`, "utf8"));
  return rules.flatMap(([pattern, suggestion]) =>
    [...text.matchAll(pattern)].map(({ 0: found, index }) => {
      const line = text.slice(0, index).split("\n").length;
      return `${file}:${line}: "${found.replace(/\s+[>*/]*\s*/g, " ")}": write "${suggestion}"`;
    }),
  );
});
for (const hit of hits) console.log(hit);
console.log(`${hits.length} phrases to avoid in ${files.length} files`);
if (hits.length > 0) process.exitCode = 1;
