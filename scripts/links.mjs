// Finds broken links in Markdown: missing files, images, anchors and reference definitions.
// Also finds missing docs paths in sources.
// External addresses are not fetched.
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import ts from "typescript";

const { values } = parseArgs({ options: { root: { type: "string" } } });
const root = values.root ?? fileURLToPath(new URL("..", import.meta.url));

const filesOf = (...extensions) =>
  ts.sys
    .readDirectory(root, extensions, ["**/node_modules", "**/dist", "data"], ["**/*"])
    .map((file) => relative(root, file))
    .sort();
const textOf = (file) => readFileSync(join(root, file), "utf8");
const lineAt = (text, index) => text.slice(0, index).split("\n").length;

/** Blanks fenced code, so that line numbers stay the same. */
const withoutFences = (markdown) =>
  markdown.replace(/^[ \t>]*(`{3,}|~{3,})[\s\S]*?^[ \t>]*\1[ \t]*$/gm, (code) => code.replace(/[^\n]/g, " "));

/** Returns the anchor that GitHub generates for a heading. */
const slugOf = (heading) =>
  heading
    .replace(/!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])?/g, "$1")
    .replace(/<[^>]+>/g, "")
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, "")
    .replaceAll(" ", "-");

const known = new Map();

/** Returns all anchors of a Markdown file. Repeated headings get a number. */
function anchorsOf(file) {
  if (known.has(file)) return known.get(file);
  const text = withoutFences(textOf(file));
  const anchors = new Set([...text.matchAll(/<\w+[^>]*\s(?:id|name)="([^"]+)"/g)].map(([, id]) => id));
  for (const [, heading] of text.matchAll(/^ {0,3}#{1,6}[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/gm)) {
    const slug = slugOf(heading);
    let anchor = slug;
    for (let count = 1; anchors.has(anchor); count++) anchor = `${slug}-${count}`;
    anchors.add(anchor);
  }
  known.set(file, anchors);
  return anchors;
}

/** Returns the problem with a link in a file, or undefined. */
function faultOf(file, target) {
  if (/^(?:[a-z][a-z+.-]*:|\/\/)/i.test(target)) return undefined;
  const [path, anchor] = target.split("#").map((part) => decodeURIComponent(part));
  const full = path === "" ? file : join(dirname(file), path);
  if (full.startsWith("..") || path.startsWith("/")) return "leads out of the repository";
  if (!existsSync(join(root, full))) return "no such file";
  if (!anchor || !full.endsWith(".md") || statSync(join(root, full)).isDirectory()) return undefined;
  return anchorsOf(full).has(anchor) ? undefined : `no heading with this anchor in ${full}`;
}

const inlineLink = /\]\(\s*<?([^)\s>]+)>?(?:\s+["'][^)]*["'])?\s*\)/g;
const definition = /^ {0,3}\[([^\]^][^\]]*)\]:\s*<?([^\s>]+)>?/gm;
const htmlLink = /<(?:a|img|source)\b[^>]*\s(?:href|src|srcset)="([^"\s]+)/g;
const reference = /\[([^\]]+)\]\[([^\]]*)\]/g;

function markdownFaults(file) {
  const text = withoutFences(textOf(file)).replace(/(`+)(?!`)[^`\n]+?\1/g, (code) => "`".repeat(code.length));
  const defined = new Set([...text.matchAll(definition)].map(([, label]) => label.toLowerCase()));
  const targets = [inlineLink, htmlLink].flatMap((kind) =>
    [...text.matchAll(kind)].map(({ 1: target, index }) => ({ target, index })),
  );
  targets.push(...[...text.matchAll(definition)].map(({ 2: target, index }) => ({ target, index })));
  const faults = targets.map(({ target, index }) => ({ index, target, fault: faultOf(file, target) }));
  for (const { 1: words, 2: label, index } of text.matchAll(reference))
    if (!defined.has((label || words).toLowerCase()))
      faults.push({ index, target: label || words, fault: "no such reference" });
  return faults
    .filter(({ fault }) => fault !== undefined)
    .map((fault) => ({ file, line: lineAt(text, fault.index), ...fault }));
}

/** Returns the missing docs paths in the comments and strings of a source. */
function sourceFaults(file) {
  const text = textOf(file);
  return [...text.matchAll(/(?<![\w./-])docs\/[\w./-]+\.(?:md|mjs|cjs|ts|json|svg|png|webp)\b/g)]
    .filter(([path]) => !existsSync(join(root, path)))
    .map(({ 0: target, index }) => ({ file, line: lineAt(text, index), target, fault: "no such file" }));
}

const faults = [
  ...filesOf(".md").flatMap(markdownFaults),
  ...filesOf(".ts", ".mjs", ".cjs")
    .filter((file) => !file.startsWith("scripts/test/"))
    .flatMap(sourceFaults),
];
for (const { file, line, target, fault } of faults) console.log(`${file}:${line}: "${target}": ${fault}`);
console.log(`${faults.length} broken links`);
if (faults.length > 0) process.exitCode = 1;
