import ts from "typescript";

const parse = (name, text) => ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);

const isProse = (text) =>
  /[A-Za-z]{2,}[,;:]? [A-Za-z]{2,}/.test(text) &&
  !/\b(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|WITH|FROM|WHERE|ORDER BY)\b/.test(text);

/**
 * Returns the string literals of a source that contain words, each with its offset.
 * Values in templates are replaced with `x`.
 */
export function stringsOf(name, text) {
  const source = parse(name, text);
  const found = [];
  const visit = (node) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isLiteralTypeNode(node)) return;
    const value = valueOf(node);
    if (value !== undefined && isProse(value))
      found.push({ text: value.replace(/`[^`]*`/g, "`x`"), index: node.getStart(source) });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function valueOf(node) {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map(({ literal }) => `\`x\`${literal.text}`).join("");
  return undefined;
}

/** Returns the comments of a source without inline code, each with its offset. */
export function commentsOf(name, text) {
  const source = parse(name, text);
  const ranges = new Map();
  const visit = (node) => {
    const before = ts.getLeadingCommentRanges(text, node.getFullStart()) ?? [];
    const after = ts.getTrailingCommentRanges(text, node.getEnd()) ?? [];
    for (const range of [...before, ...after]) ranges.set(range.pos, range);
    node.getChildren(source).forEach(visit);
  };
  visit(source);
  return [...ranges.values()].map(({ pos, end }) => ({
    text: text.slice(pos, end).replace(/`[^`]*`/g, (code) => code.replace(/[^\n]/g, "`")),
    index: pos,
  }));
}
