import { describe, expect, it } from "@jest/globals";
import { runScript } from "./run-script.js";

const prose = (files: Record<string, string>, ...flags: string[]) => runScript("prose.mjs", files, ...flags);

/** Returns the findings without the total. */
const findings = (files: Record<string, string>, ...flags: string[]) => prose(files, ...flags).lines.slice(0, -1);

describe("the prose check", () => {
  it("prints the location, the phrase and a suggestion, and fails", () => {
    const { lines, status } = prose({ "README.md": "# Title\n\nThe list is\ntold.\n" });
    expect(lines[0]).toBe('README.md:3: "is told": write "reports, shows: name who says what"');
    expect(status).toBe(1);
  });

  it("passes plain text", () => {
    const { lines, status } = prose({ "README.md": "The server starts.\n" });
    expect([lines, status]).toEqual([["0 phrases to avoid in 1 files"], 0]);
  });

  it("finds a phrase across a line break", () => {
    expect(findings({ "a.md": "Lists are to\n  be had as CSV.\n", "a.ts": "// It is at\n// will.\n" })).toEqual([
      'a.md:1: "to be had": write "available"',
      'a.ts:1: "at will": write "freely, at any time"',
    ]);
  });

  it("does not join two paragraphs into one phrase", () => {
    expect(findings({ "a.md": "The limit is at most so\n\nmany\n" })).toEqual([
      'a.md:1: "at most so": write "up to, maximum number of"',
    ]);
  });

  it("skips code blocks, inline code, addresses, tags and comments", () => {
    const text = [
      "```sh\nonce more\n```",
      "~~~\n```\nonce more\n~~~",
      "Run `once more` and ``so ` many``.",
      "See [the guide](e-mail.md) and https://example.com/e-mail.",
      '<a id="e-mail"></a>',
      "<!-- once more -->",
      "| `somebody` | value |",
    ];
    expect(findings({ "a.md": text.join("\n\n") })).toEqual([]);
  });

  it("checks strings, templates and comments of sources, and titles of tests", () => {
    const files = {
      "packages/a/src/a.ts": [
        "// Which rows are read.",
        'export const c = "the id is told";',
        "export const d = `rows ${b} are told`;",
      ].join("\n"),
      "packages/a/src/a.test.ts": 'it("reports to somebody", () =>\n  write("so many"));',
    };
    expect(findings(files).map((line) => line.split(": write")[0])).toEqual([
      'packages/a/src/a.test.ts:1: "somebody"',
      'packages/a/src/a.ts:2: "is told"',
      'packages/a/src/a.ts:3: "are told"',
      'packages/a/src/a.ts:1: "Which"',
    ]);
  });

  it("checks the form of summaries and descriptions in the API document", () => {
    const [good, wrong] = [{ description: "Newest first, which is usual." }, { description: "newest first" }];
    const json = JSON.stringify([good, wrong, { summary: "Which reviews were read." }], null, 2);
    expect(findings({ "docs/openapi.json": json })).toHaveLength(4);
  });

  it("can be limited to paths", () => {
    const files = { "a.md": "Once more.\n", "docs/b.md": "Once more.\n" };
    expect(findings(files, "docs/")).toEqual(['docs/b.md:1: "Once more": write "again"']);
  });
});
