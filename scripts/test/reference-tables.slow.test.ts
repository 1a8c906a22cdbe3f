import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "@jest/globals";

/** Evaluates an expression with the module's functions in a new process. */
function evaluate(expression: string) {
  const module = pathToFileURL(join(__dirname, "../reference/tables.mjs")).href;
  const script = `import { fillParts, plain, table } from "${module}"; console.log(${expression});`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
  return { stdout: stdout.trimEnd(), error: /^Error: .*/m.exec(stderr)?.[0] };
}

const page = "# A\n\n<!-- generated: one -->\n\nold\n\n<!-- end -->\n\nhand-written\n";
const filled = (parts: object, text = page) => evaluate(`fillParts(${JSON.stringify(text)}, ${JSON.stringify(parts)})`);

it("generating tables replaces the generated parts and keeps all other content", () => {
  const { stdout } = filled({ one: "new $& text" });
  expect(stdout).toBe("# A\n\n<!-- generated: one -->\n\nnew $& text\n\n<!-- end -->\n\nhand-written");
});

it.each([
  [{ one: "x" }, page + page, "Error: the generated part one is in the page twice"],
  [{ one: "x", two: "y" }, page, "Error: the page lacks the generated parts two"],
])("generating tables rejects parts %j that the page does not have once", (parts, text, error) => {
  expect(filled(parts, text).error).toBe(error);
});

it("generating tables escapes Markdown characters, except in inline code", () => {
  expect(evaluate('plain("<a> *b* `<c>`")').stdout).toBe("\\<a\\> \\*b\\* `<c>`");
  expect(evaluate('table(["A"], [["`x|y` z\\nw"], [undefined]])').stdout).toBe("| A |\n| --- |\n| `x\\|y` z w |\n|  |");
});
