import { readFileSync } from "node:fs";
import ts from "typescript";

/** Parses a source file to a syntax tree. */
export const parsed = (file) => ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);

/** Calls `visit` with a node and all of its descendants. */
export function walk(node, visit) {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
}

/** Returns the text of a literal. Values in templates appear as `…`. */
export function textOf(node) {
  if (node === undefined) return undefined;
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join("…").replace(/…+/g, "…");
}
