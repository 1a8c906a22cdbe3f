import { fileURLToPath } from "node:url";
import ts from "typescript";
import { parsed, textOf, walk } from "./source-texts.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const tests = ["**/node_modules", "**/dist", "**/*.test.ts", "**/*.contract.ts", "**/testing/**", "**/memory/**"];

/** Functions and classes that create errors, with the HTTP status of the error. */
const makers = {
  invalid: 400,
  invalidParameter: 400,
  problemList: 400,
  notFound: 404,
  conflict: 409,
  noLongerAvailable: 410,
  tooLarge: 413,
  unprocessable: 422,
  unavailable: 503,
  HttpProblem: undefined,
  DomainError: undefined,
  CopyError: undefined,
};

/**
 * Returns the error codes that sources name as literals, each with its status, its messages, and whether a command
 * prints it.
 * Values in messages appear as `…`.
 */
export function errorTexts() {
  const found = new Map();
  for (const { code, text, ...error } of sources().flatMap(errorsOf)) {
    const entry = found.get(code) ?? { status: error.status, texts: [], isOfCommands: false };
    if (/[a-z]{2}/i.test(text ?? "") && !entry.texts.includes(text)) entry.texts.push(text);
    entry.isOfCommands ||= error.isOfCommands;
    found.set(code, entry);
  }
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

const sources = () =>
  ts.sys.readDirectory(root, [".ts"], tests, ["apps/copy/src/**/*", "apps/server/src/**/*", "packages/*/src/**/*"]);

function errorsOf(file) {
  const errors = [];
  walk(parsed(file), (node) => {
    const error = errorOf(node);
    if (error) errors.push({ ...error, isOfCommands: !file.includes("/adapter-express/") });
  });
  return errors;
}

/** Returns the error that a call creates or an object describes, or undefined if its code is not a literal. */
function errorOf(node) {
  if (ts.isObjectLiteralExpression(node)) return describedError(node);
  if (!(ts.isCallExpression(node) || ts.isNewExpression(node)) || !node.arguments) return undefined;
  const maker = node.expression.getText();
  if (!Object.hasOwn(makers, maker)) return undefined;
  const at = maker === "HttpProblem" || maker === "DomainError" ? 1 : 0;
  const code = textOf(node.arguments[at]);
  const isCode = maker === "CopyError" ? /^[a-z]+(?:_[a-z]+)*$/ : /^[a-z]+(?:_[a-z]+)+$/;
  if (!isCode.test(code ?? "")) return undefined;
  const text = messageOf(node.arguments[maker === "invalidParameter" ? 2 : at + 1]);
  const status = maker === "HttpProblem" ? Number(node.arguments[0].getText()) : makers[maker];
  return { code, text, status };
}

/** Returns the error of an object such as `{ code: "disk_full", message: "The disk is full." }` or `{ status, code: "redirected" }`. */
function describedError(node) {
  const find = (name) => node.properties.find((property) => property.name?.getText() === name);
  const code = textOf(find("code")?.initializer);
  const isOfPrograms = /\/(?:apps|packages\/client)\//.test(node.getSourceFile().fileName);
  const isForbidden = node.parent.expression?.getText() === "forbidden";
  if (code === undefined || !(isOfPrograms || isForbidden) || !(find("message") ?? find("status"))) return undefined;
  const isThrown = node.parent.expression?.getText() === "ReputeError";
  const text = messageOf(isThrown ? node.parent.arguments[0] : find("message")?.initializer);
  return { code, text: text?.startsWith("…") && isThrown ? undefined : text, status: isForbidden ? 403 : undefined };
}

/** Returns the text of a literal, of literals joined by `+`, or of a constant that is defined by literals. */
function messageOf(node) {
  if (node === undefined) return undefined;
  if (ts.isIdentifier(node)) return messageOf(constantOf(node));
  if (!ts.isBinaryExpression(node)) return textOf(node);
  const parts = [messageOf(node.left), messageOf(node.right)];
  return parts.includes(undefined) ? undefined : parts.join("");
}

/** Finds the value of a constant in the enclosing blocks. */
function constantOf(use) {
  for (let block = use.parent; block !== undefined; block = block.parent) {
    if (!ts.isBlock(block)) continue;
    const declared = block.statements.filter(ts.isVariableStatement).flatMap((one) => one.declarationList.declarations);
    const found = declared.find(({ name }) => name.getText() === use.text);
    if (found) return found.initializer;
  }
  return undefined;
}
