import { describe, expect, it } from "@jest/globals";
import { runScript } from "./run-script.js";

const prose = (files: Record<string, string>, ...flags: string[]) => runScript("prose.mjs", files, ...flags);

/** Returns the findings without the totals. */
const findings = (files: Record<string, string>, ...flags: string[]) =>
  prose(files, ...flags).lines.filter(
    (line) => !/^(?:docs|openapi|strings|comments|titles|names|docs and comments): /.test(line),
  );

describe("the prose check", () => {
  it("prints the location, the phrase and a suggestion, and fails", () => {
    const { lines, status } = prose({ "README.md": "# Title\n\nThe copy begins\nanew.\n" });
    expect(lines[0]).toBe('README.md:4: "anew": write "again, from the beginning"');
    expect(status).toBe(1);
  });

  it("passes plain text and prints a density of zero", () => {
    const { lines, status } = prose({ "README.md": "The server starts.\n" }, "--count");
    expect(lines[0]).toBe("docs: 0 phrases in 1 lines, 0.0 per thousand, 0 sentences over 40 words");
    expect(status).toBe(0);
  });

  it("finds a phrase across a line break", () => {
    expect(findings({ "a.md": "Lists are to\n  be had as CSV.\n" })).toEqual([
      'a.md:1: "to be had": write "available"',
    ]);
  });

  it("does not join two paragraphs into one phrase", () => {
    expect(findings({ "a.md": "The limit is at most so\n\nmany\n" })).toEqual([
      'a.md:1: "at most so": write "up to, maximum number of"',
    ]);
  });

  it("skips code blocks, inline code, addresses, tags and comments", () => {
    const text = [
      "```sh\nbegin anew\n```",
      "~~~\n```\nanew\n~~~",
      "Run `begin anew` and ``a ` anew``.",
      "See [the guide](anew.md) and https://example.com/anew.",
      '<a id="anew"></a>',
      "<!-- anew -->",
      "| `anew` | value |",
    ];
    expect(findings({ "a.md": text.join("\n\n") })).toEqual([]);
  });

  it("checks only the newest section of a changelog", () => {
    const text = "# Changelog\n\n## 2.0.0\n\nFine.\n\n## 1.0.0\n\nStart anew.\n";
    expect(findings({ "CHANGELOG.md": text })).toEqual([]);
    expect(findings({ "CHANGELOG.md": text.replace("Fine", "Somebody") })).toHaveLength(1);
  });

  it("checks strings, templates and comments of sources, and titles of tests", () => {
    const files = {
      "packages/a/src/a.ts": [
        'import { b } from "./the text.js";',
        "// Begin anew.",
        'export const c = "the id is told";',
        "export const d = `rows ${b} are told`;",
      ].join("\n"),
      "packages/a/src/a.test.ts": 'it("reports to somebody", () => write("so many"));',
    };
    expect(findings(files).map((line) => line.split(": write")[0])).toEqual([
      'packages/a/src/a.ts:3: "is told"',
      'packages/a/src/a.ts:4: "are told"',
      'packages/a/src/a.ts:2: "Begin anew"',
      'packages/a/src/a.test.ts:1: "somebody"',
    ]);
  });

  it("checks the names that a source declares, split at case", () => {
    const source = [
      "export const mostRows = 5;",
      "export function goesOn(told: boolean) { return told; }",
      "export const isUntold = { kept: true, mostRecent: 1 };",
    ];
    expect(
      findings({ "packages/a/src/a.ts": source.join("\n") }).map((line) => line.split(":").slice(0, 3).join(":")),
    ).toEqual([
      'packages/a/src/a.ts:1: "mostRows"',
      'packages/a/src/a.ts:2: "goesOn"',
      'packages/a/src/a.ts:2: "told"',
      'packages/a/src/a.ts:3: "isUntold"',
    ]);
  });

  it("checks the form of summaries and descriptions in the API document", () => {
    const operation = { get: { summary: "Reviews, newest first.", description: "newest first" } };
    const good = { get: { summary: "List reviews", description: "Newest first." } };
    const json = JSON.stringify({ paths: { "/reviews": operation, "/good": good } }, null, 2);
    expect(findings({ "docs/openapi.json": `${json}\n` })).toEqual([
      'docs/openapi.json:5: "Reviews, newest first.": begin the summary with a verb, such as List or Create',
      'docs/openapi.json:6: "newest first": begin the description with a capital letter',
    ]);
  });

  it("warns about sentences over 40 words without failing", () => {
    const { lines, status } = prose({ "a.md": `- ${"word ".repeat(41)}end.\n- ${"word ".repeat(30)}end.\n` });
    expect(lines[0]).toBe("a.md:1: warning: a sentence of 42 words");
    expect(status).toBe(0);
  });

  it("can be limited to paths", () => {
    const files = { "a.md": "Anew.\n", "docs/b.md": "Anew.\n" };
    expect(findings(files, "docs/")).toEqual(['docs/b.md:1: "Anew": write "again, from the beginning"']);
  });

  it("rejects unknown flags and prints its usage", () => {
    const { stderr, status } = prose({}, "--nope");
    expect(stderr).toContain("usage: npm run prose");
    expect(status).toBe(2);
  });
});
