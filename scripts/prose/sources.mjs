import ts from "typescript";

/** Parses a source once for all functions of this module. */
export const parseSource = (name, text) => ts.createSourceFile(name, text, ts.ScriptTarget.Latest);

const isProse = (text) =>
  /[A-Za-z]{2,}[,;:]? [A-Za-z]{2,}/.test(text) &&
  !/\b(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|WITH|FROM|WHERE|ORDER BY)\b/.test(text);

/**
 * Returns the string literals of a source that contain words, each with its offset.
 * Values in templates are replaced with `x`.
 */
export function stringsOf(source) {
  const found = [];
  const visit = (node) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isLiteralTypeNode(node)) return;
    const value = valueOf(node);
    if (value !== undefined && isProse(value)) found.push(pieceOf(source, node, value));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Returns the titles in calls of `describe`, `it` and `test` and of functions such as `describeOnPostgres`. */
export function titlesOf(source) {
  const found = [];
  const visit = (node) => {
    if (ts.isCallExpression(node) && /^(?:describe|it|test)(?:[A-Z]\w*)?$/.test(rootOf(node))) {
      const value = node.arguments[0] && valueOf(node.arguments[0]);
      if (value !== undefined) found.push(pieceOf(source, node.arguments[0], value));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Returns the name of the called function, for example `it` for `it.each([])("title")`. */
function rootOf(node) {
  if (ts.isIdentifier(node)) return node.text;
  const inner = node.expression ?? node.tag;
  return inner ? rootOf(inner) : "";
}

const pieceOf = (source, node, value) => ({
  text: value.replace(/`[^`]*`/g, "`x`"),
  index: node.getStart(source),
});

function valueOf(node) {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map(({ literal }) => `\`x\`${literal.text}`).join("");
  return undefined;
}

/**
 * Returns the comments of a source without inline code, each with its offset.
 * Consecutive line comments are one comment.
 */
export function commentsOf(source) {
  let code = source.text;
  const visit = (node) => {
    if (ts.isLiteralExpression(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
      const start = node.getStart(source);
      literals.push([start, node.end]);
    }
    ts.forEachChild(node, visit);
  };
  const literals = [];
  visit(source);
  for (const [start, end] of literals.reverse())
    code = code.slice(0, start) + code.slice(start, end).replace(/[^\n]/g, "_") + code.slice(end);
  return commentsIn(code);
}

const comment = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*(?:\n[ \t]*\/\/[^\n]*)*/g;

/** Returns the comments of code without string literals, such as CSS. */
export const commentsIn = (code) =>
  [...code.matchAll(comment)].map(({ 0: text, index }) => ({
    text: text.replace(/`[^`]*`/g, (quoted) => quoted.replace(/[^\n]/g, "`")),
    index,
  }));
