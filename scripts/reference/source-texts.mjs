import { readFileSync } from "node:fs";
import ts from "typescript";

/** The syntax tree of a source. */
export const parsed = (file) => ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);

/** Calls `visit` with a node and every node below it. */
export function walk(node, visit) {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
}

/** The text of a literal; `…` stands for each value in a template. */
export function textOf(node) {
  if (node === undefined) return undefined;
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join("…").replace(/…+/g, "…");
}
