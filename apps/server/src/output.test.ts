import { Writable } from "node:stream";
import { describe, expect, it } from "@jest/globals";
import { PipeClosed, table, writePart } from "./output.js";
import { printable, printableJson, printableLines } from "./printable.js";

describe("table", () => {
  it("makes each column as wide as its widest cell", () => {
    expect(
      table(
        ["id", "name"],
        [
          [1, "short"],
          [100, "a longer one"],
        ],
      ),
    ).toBe(["id   name", "1    short", "100  a longer one"].join("\n"));
  });

  it("shows its headings when there are no rows", () => {
    expect(table(["id", "name"], [])).toBe("id  name");
  });

  it("prints no control characters", () => {
    expect(table(["name"], [["\u001b[31mred\nline\u009b"]])).toBe("name\n [31mred line");
  });
});

describe("a long output", () => {
  const failing = (code: string) =>
    new Writable({
      write: (_chunk, _encoding, done) => done(Object.assign(new Error("write failed"), { code })),
    }).on("error", () => {});

  it("ends when its reader has closed the pipe, at once and later", async () => {
    const stdout = failing("EPIPE");
    await expect(writePart(stdout, "first")).rejects.toBeInstanceOf(PipeClosed);
    await expect(writePart(stdout, "second")).rejects.toBeInstanceOf(PipeClosed);
  });

  it("reports any other failure", async () => {
    await expect(writePart(failing("EIO"), "text")).rejects.toMatchObject({ code: "EIO" });
  });
});

describe("text for a terminal", () => {
  const hostile = "a\u001b[31m\u009b\u202eb\u2066c\u200f";

  it("has no control characters and no characters that reorder it", () => {
    expect(printable(`${hostile}\n`)).toBe("a [31m  b c  ");
    expect(printableLines(`${hostile}\nnext`)).toBe("a [31m  b c \nnext");
    expect(table(["name"], [[hostile]])).toBe("name\na [31m  b c");
  });

  it("is the same value when it is JSON", () => {
    const text = printableJson({ name: hostile });
    expect(text).toMatch(/^[ -~]+$/);
    expect(JSON.parse(text)).toEqual({ name: hostile });
  });
});
