import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import ts from "typescript";
import { snippetsFor } from "./configure/snippets.js";

const file = join(__dirname, "page.tsx");

const options: ts.CompilerOptions = {
  ...{ strict: true, noEmit: true, skipLibCheck: true, types: [] },
  ...{ jsx: ts.JsxEmit.ReactJSX, target: ts.ScriptTarget.ES2022, lib: ["lib.es2022.d.ts", "lib.dom.d.ts"] },
  ...{ module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler },
};

const host = ts.createCompilerHost(options);
const { fileExists } = host;
const parsed = new Map<string, ts.SourceFile | undefined>();

/** Parses each file of the libraries once. */
function parsedOnce(name: string): ts.SourceFile | undefined {
  if (!parsed.has(name))
    parsed.set(name, ts.createSourceFile(name, ts.sys.readFile(name) ?? "", ts.ScriptTarget.ES2022));
  return parsed.get(name);
}

/** Returns the errors of the type checker in a React module that uses the types of the package. */
function errorsIn(source: string): readonly string[] {
  const text = `import type {} from "@repute/browser/react";\n${source}`;
  host.fileExists = (name) => name === file || fileExists(name);
  host.getSourceFile = (name) =>
    name === file ? ts.createSourceFile(name, text, ts.ScriptTarget.ES2022) : parsedOnce(name);
  return ts
    .getPreEmitDiagnostics(ts.createProgram([file], options, host))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " "));
}

const component = (attributes: string) => `export const page = <repute-reviews ${attributes} />;`;

describe("the types for React", () => {
  it("accept the code that the configurator offers", () => {
    const attributes = { widget: "k3Jw0pX1mJ2rT8uZbA4HkQ", layout: "list", theme: "dark", limit: "3", lang: "es" };
    const choice = { attributes, colors: { "--repute-star": "#fbbf24" }, heights: [[320, 900]] as const };
    expect(errorsIn(snippetsFor("https://data.example.com/embed/reviews.js", choice).React)).toEqual([]);
  });

  it("know the attributes and the events", () => {
    expect(errorsIn(component('widget="x" className="a" onrepute-error={({ detail }) => detail.message}'))).toEqual([]);
    expect(errorsIn(component(""))).toEqual([expect.stringContaining("'widget' is missing")]);
    expect(errorsIn(component('widget="x" layout="table"'))).toEqual([expect.stringContaining('"table"')]);
    expect(errorsIn(component('widget="x" stars={5}'))).toEqual([expect.stringContaining("'stars' does not exist")]);
  });
});
