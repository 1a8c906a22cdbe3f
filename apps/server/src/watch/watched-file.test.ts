import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { contentOf, pathOf, prefixOf, stateOf } from "./watched-file.js";

const token = "20260302T170500Z-0123456789abcdef";

describe("the state of a watched file", () => {
  it.each([
    ["monday.csv", { name: "monday.csv" }],
    ["12-monday.csv", { name: "12-monday.csv" }],
    [`${token}-monday.csv`, { name: `${token}-monday.csv` }],
    [`.${token}-monday.csv`, { token, name: "monday.csv" }],
    [`.${token}-.csv`, { token, name: ".csv" }],
    [`.12-${token}-two\nlines.csv`, { token, id: 12, name: "two\nlines.csv" }],
  ])("of %j is in its name", (entry, state) => {
    expect(stateOf(entry)).toEqual(state);
    const file = { account: "acme", kind: "calls", folder: "/in", ...state } as const;
    expect(pathOf(file)).toBe(`/in/${entry}`);
  });

  it.each([
    ".monday.csv",
    ".0-x",
    `.${token}`,
    `.${token}-`,
    "options.json",
    "a.csv.part",
    "a.filepart",
    "a.TMP",
    "a~",
  ])("ignores %j", (entry) => expect(stateOf(entry)).toBeUndefined());

  it("begins the name after the import without the original name", () => {
    expect([prefixOf({ name: "a", token }), prefixOf({ name: "a", token, id: 12 })]).toEqual([token, `12-${token}`]);
  });
});

describe("the content of a watched file", () => {
  it("is refused if the file changes while it is read", async () => {
    const folder = await mkdtemp(join(tmpdir(), "repute-watch-"));
    try {
      const file = join(folder, "a");
      await writeFile(file, "1");
      const read = async (during?: string) => {
        for await (const piece of contentOf(file)) {
          expect(String(piece)).not.toBe("");
          if (during !== undefined) await writeFile(file, during);
        }
      };
      await read();
      await expect(read("12")).rejects.toMatchObject({ kind: "unavailable", code: "file_changing" });
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
