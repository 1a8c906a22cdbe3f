// Reports phrases to avoid in docs, the API document, strings, comments and test titles.
// Also reports long sentences in docs and names to avoid in sources.
// With --count, prints only the totals.
// Paths limit the check to files under these paths.
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import ts from "typescript";
import { apiFindings, docFindings, longest, sourceFindings } from "./prose/findings.mjs";

const skipped = [
  "**/node_modules",
  "**/dist",
  "data",
  "packages/client/src/api.ts",
  "apps/copy/src/shape/described-fields.ts",
];
const folders = ["apps/**/*", "docs/**/*", "packages/**/*", "scripts/**/*", "test/**/*", "*"];

const { values: options, positionals } = arguments_();
const root = options.root ?? fileURLToPath(new URL("..", import.meta.url));

const filesOf = (extensions, within) =>
  ts.sys
    .readDirectory(root, extensions, skipped, within)
    .map((file) => relative(root, file))
    .filter((file) => positionals.length === 0 || positionals.some((path) => file.startsWith(path)))
    .sort();

const textOf = (file) => readFileSync(`${root}/${file}`, "utf8");

/** Findings and number of lines by part of the check. */
const parts = Object.fromEntries(
  ["docs", "openapi", "strings", "comments", "titles", "names"].map((name) => [name, { lines: 0, hits: [], long: [] }]),
);

function add(name, file, { lines, hits, long = [] }) {
  parts[name].lines += lines;
  for (const hit of hits) parts[name].hits.push({ file, ...hit });
  for (const sentence of long) parts[name].long.push({ file, ...sentence });
}

for (const file of filesOf([".md"], ["**/*"]))
  add("docs", file, docFindings(textOf(file), file.endsWith("CHANGELOG.md")));
for (const file of filesOf([".json"], ["docs/openapi.json"])) add("openapi", file, apiFindings(textOf(file)));
for (const file of filesOf([".ts", ".mjs", ".cjs", ".css"], folders))
  for (const [name, findings] of Object.entries(sourceFindings(file, textOf(file)))) add(name, file, findings);

for (const [name, { lines, hits, long }] of Object.entries(parts)) {
  if (!options.count) {
    for (const { file, line, phrase, suggestion, form } of hits)
      console.log(`${file}:${line}: "${phrase}": ${form ?? `write "${suggestion}"`}`);
    for (const { file, line, words } of long) console.log(`${file}:${line}: warning: a sentence of ${words} words`);
  }
  const forms = hits.filter(({ form }) => form !== undefined).length;
  const more = [
    name === "openapi" && `${forms} of wrong form`,
    name === "docs" && `${long.length} sentences over ${longest} words`,
  ];
  console.log([total(name, hits.length - forms, lines), ...more.filter(Boolean)].join(", "));
  if (hits.length > 0) process.exitCode = 1;
}

const [docs, comments] = [parts.docs, parts.comments];
console.log(total("docs and comments", docs.hits.length + comments.hits.length, docs.lines + comments.lines));

function total(name, phrases, lines) {
  const density = ((phrases * 1_000) / Math.max(1, lines)).toFixed(1);
  return `${name}: ${phrases} ${name === "names" ? "names" : "phrases"} in ${lines} lines, ${density} per thousand`;
}

function arguments_() {
  const flag = { type: "boolean", default: false };
  try {
    return parseArgs({ options: { count: flag, root: { type: "string" } }, allowPositionals: true });
  } catch (error) {
    console.error(`${error.message}\nusage: npm run prose -- [--count] [path...]`);
    process.exit(2);
  }
}
