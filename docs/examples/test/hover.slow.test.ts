import { join } from "node:path";
import { beforeAll, describe, expect, it } from "@jest/globals";
import ts from "typescript";

const entry = join(__dirname, "../../../packages/domain/src/index.ts");
const host = join(__dirname, "host-in-editor.ts");
const text = `import type { Domain } from "../../../packages/domain/src/index.js";
import { createBundle, readItems } from "../../../packages/domain/src/index.js";
export async function main(domain: Domain, account: Parameters<Domain["reviews"]["list"]>[0]) {
  for await (const review of readItems(await domain.reviews.list(account, {}))) review.comment?.trim();
  for await (const change of readItems(await domain.changes.list(account, {}))) {
    if (change.list === "invites" && change.op === "upsert") change.item.sent_to.trim();
  }
  createBundle([]);
}`;

let service: ts.LanguageService;
beforeAll(() => {
  const options: ts.CompilerOptions = {
    ...{ strict: true, exactOptionalPropertyTypes: true, noEmit: true, skipLibCheck: true },
    ...{ module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2023, types: [] },
  };
  service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [host, entry],
    getScriptVersion: () => "1",
    getScriptSnapshot: (name) => {
      const content = name === host ? text : ts.sys.readFile(name);
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
    },
    getCurrentDirectory: () => __dirname,
    getDefaultLibFileName: (some) => ts.getDefaultLibFilePath(some),
    fileExists: (name) => name === host || ts.sys.fileExists(name),
    readFile: (name) => (name === host ? text : ts.sys.readFile(name)),
  });
});

/** Returns what an editor shows at the last letter of the first occurrence of `code` in the host. */
function hover(code: string) {
  const info = service.getQuickInfoAtPosition(host, text.indexOf(code) + code.length - 1);
  return {
    type: ts.displayPartsToString(info?.displayParts).replace(/\s+/g, " "),
    sentence: ts.displayPartsToString(info?.documentation).replace(/\s+/g, " "),
  };
}

describe("the hover texts of an editor", () => {
  it("explain a use case, and show its arguments and its result", () => {
    expect(hover("domain.reviews.list")).toEqual({
      type: "(property) list: (account: AccountId, query: ReviewQuery) => Promise<ListReading<ReviewItem>>",
      sentence: expect.stringMatching(/^Lists an account's reviews, newest first\./),
    });
  });

  it("explain the members of list items", () => {
    expect(hover("review.comment").type).toBe("(property) comment: string | null");
    expect(hover("change.item.sent_to")).toEqual({
      type: "(property) sent_to: string",
      sentence: "Phone number or email address of the recipient.",
    });
    expect(hover("  createBundle").sentence).toMatch(
      /^Creates an account bundle for `bundle\.load` from lines in memory/,
    );
  });

  it("find no error in a host with strict settings", () => {
    const found = [...service.getSemanticDiagnostics(host), ...service.getSyntacticDiagnostics(host)];
    expect(found.map(({ messageText }) => messageText)).toEqual([]);
  });

  it("explain every use case in a sentence", () => {
    const program = service.getProgram();
    const checker = program?.getTypeChecker();
    const file = program?.getSourceFile(host);
    const declaration = file?.statements.find(ts.isFunctionDeclaration)?.parameters[0];
    if (!checker || !declaration) throw new Error("the host has no function");
    const subjects = checker.getTypeAtLocation(declaration).getProperties();
    const useCases = subjects.flatMap((subject) =>
      checker
        .getTypeOfSymbol(subject)
        .getProperties()
        .map((one) => ({
          name: `${subject.name}.${one.name}`,
          text: ts.displayPartsToString(one.getDocumentationComment(checker)),
        })),
    );
    expect(useCases.length).toBeGreaterThan(80);
    expect(useCases.filter((one) => !/^[A-Z][^]{15,}\.$/.test(one.text)).map(({ name }) => name)).toEqual([]);
  });
});
