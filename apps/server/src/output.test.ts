import { Writable } from "node:stream";
import { describe, expect, it } from "@jest/globals";
import { PipeClosed, writePart } from "./output.js";
import { printable, printableJson, printableLines } from "./printable.js";

describe("a long output", () => {
  const failing = (code: string) =>
    new Writable({
      write: (_chunk, _encoding, done) => done(Object.assign(new Error("write failed"), { code })),
    }).on("error", () => {});

  it("rejects with PipeClosed when its reader has closed the pipe, for the first and later writes", async () => {
    const stdout = failing("EPIPE");
    await expect(writePart(stdout, "first")).rejects.toBeInstanceOf(PipeClosed);
    await expect(writePart(stdout, "second")).rejects.toBeInstanceOf(PipeClosed);
  });

  it("rejects with any other write error", async () => {
    await expect(writePart(failing("EIO"), "text")).rejects.toMatchObject({ code: "EIO" });
  });
});

describe("text for a terminal", () => {
  const hostile = "a\u001b[31m\u009b\u202eb\u2066c\u200f";

  it("contains no control characters and no characters that reorder text", () => {
    expect(printable(`${hostile}\n`)).toBe("a [31m  b c  ");
    expect(printableLines(`${hostile}\nnext`)).toBe("a [31m  b c \nnext");
  });

  it("parses to the original value when it is JSON", () => {
    const text = printableJson({ name: hostile });
    expect(text).toMatch(/^[ -~]+$/);
    expect(JSON.parse(text)).toEqual({ name: hostile });
  });
});
