import { fileURLToPath } from "node:url";
import ts from "typescript";
import { code, table } from "./tables.mjs";

const source = fileURLToPath(new URL("../../packages/domain/dist/domain.d.ts", import.meta.url));

/** Generates the functions of the domain, with the first sentence of their comments. */
export function parts() {
  const program = ts.createProgram([source], { module: ts.ModuleKind.NodeNext, types: [] });
  const checker = program.getTypeChecker();
  const domain = program.getSourceFile(source).statements.find((one) => one.name?.text === "Domain");
  const membersOf = (symbol) => checker.getTypeOfSymbol(symbol).getProperties();
  const rows = checker
    .getTypeAtLocation(domain)
    .getProperties()
    .flatMap((subject) => membersOf(subject).map((one) => [nameOf(subject, one), sentenceOf(one, checker)]));
  return { functions: table(["function", "what it does"], rows) };
}

const nameOf = (subject, { name }) => code(subject.name + (name.includes("-") ? `["${name}"]` : `.${name}`));

function sentenceOf(symbol, checker) {
  const text = ts.displayPartsToString(symbol.getDocumentationComment(checker)).replace(/\s+/g, " ");
  return text.split(/(?<=\.) /, 1)[0];
}
