import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { repute } from "./support/command-line.js";
import { freshWorkspace } from "./support/workspace.js";

const docs = join(__dirname, "../../../docs");
const page = readFileSync(join(docs, "start/import.md"), "utf8");

/** Commands of the page, each with the outputs that the page shows before the next command. */
const steps = [...page.matchAll(/^npx repute (.+)$([^]*?)(?=^npx repute |(?![^]))/gm)].map(
  ([, command = "", rest = ""]) => ({
    command,
    outputs: [...rest.matchAll(/```text\n([^]*?)\n```/g)].map(([, output = ""]) => output),
  }),
);

/** Returns the arguments of a command, with the paths of the examples and of the report in `folder`. */
const argumentsOf = (command: string, folder: string): readonly string[] =>
  [...command.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => {
    if (word.startsWith("docs/")) return join(docs, "..", word);
    return word.endsWith(".html") ? join(folder, basename(word)) : (quoted ?? word);
  });

const patternOf = (output: string): RegExp =>
  new RegExp(
    output
      .split("...")
      .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
      .join("[^\n]*?"),
  );

describe("the page about a first import", () => {
  const workspace = freshWorkspace();

  it("shows commands that succeed, and what they print", async () => {
    const { env, folder } = workspace();
    expect(steps.filter(({ outputs }) => outputs.length > 0).length).toBeGreaterThan(3);
    for (const { command, outputs } of steps) {
      const { code, stdout } = await repute(argumentsOf(command, folder), { env });
      expect([command, code]).toEqual([command, 0]);
      for (const output of outputs) expect(stdout).toMatch(patternOf(output));
    }
    expect(readFileSync(join(folder, "monday.html"), "utf8")).toContain("Appointment import 2");
  });

  it("says what to correct, in the words of the report", async () => {
    const { env, folder } = workspace();
    for (const { command } of steps.slice(0, 4)) await repute(argumentsOf(command, folder), { env });
    const report = readFileSync(join(folder, "monday.html"), "utf8");
    const [, table = ""] = /\| The report says [^]*?\|---\|---\|---\|\n([^]*?)\n\n/.exec(page) ?? [];
    const titles = [...table.matchAll(/^\| ([^|(]+?) ?[|(]/gm)].map(([, title = ""]) => title);
    expect(titles).toHaveLength(7);
    for (const title of titles) expect(report.toLowerCase()).toContain(title.toLowerCase());
  });
});
