import { PassThrough, Writable } from "node:stream";
import { describe, expect, it } from "@jest/globals";
import { PipeClosed, showProgress, type Table, table, tableText, timeText, writePart } from "./output.js";
import { printable, printableJson, printableLines, screenOf } from "./terminal.js";

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

const file = screenOf(new PassThrough(), {});
const terminal = (columns: number, env = {}) =>
  screenOf(Object.assign(new PassThrough(), { isTTY: true, columns }), env);
const plain = (columns: number) => terminal(columns, { NO_COLOR: "1" });
const linesOf = (shown: Table, screen = file) => tableText(shown, screen).split("\n");

describe("table", () => {
  it("makes each column as wide as its widest cell", () => {
    const shown = table(
      ["key", "name"],
      [
        ["1", "short"],
        ["100", "a longer one"],
      ],
    );
    expect(linesOf(shown)).toEqual(["key  name", "1    short", "100  a longer one"]);
  });

  it("aligns counts right, with thousands separators", () => {
    const shown = table(
      ["kind", "rows", "first"],
      [
        ["review", 1_234_567, 9],
        ["first day", "2026-03-01", ""],
        ["call", 5, 12],
      ],
    );
    expect(linesOf(shown)).toEqual([
      "kind             rows  first",
      "review      1,234,567      9",
      "first day  2026-03-01",
      "call                5     12",
    ]);
  });

  it("shows its headings without rows", () => {
    expect(linesOf(table(["id", "name"], []))).toEqual(["id  name"]);
  });

  it("wraps the widest columns at word boundaries so that the table fits on the screen", () => {
    const reason = "the file has no column with the heading Start Time or Appointment Date";
    const shown = table(["attempt", "file", "reason"], [["12", "a-file-name-without-any-space.csv", reason]]);
    for (const width of [55, 60, 80]) {
      const lines = linesOf(shown, plain(width));
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(width);
      expect(lines.join(" ").match(/heading|Appointment/g)).toEqual(["heading", "Appointment"]);
      expect(lines.join("").replaceAll(" ", "")).toContain("12");
    }
    expect(linesOf(shown)).toHaveLength(2);
  });

  it("does not break an email address that takes less than half of the screen", () => {
    const email = "a.long.email.address@practice.example";
    const lines = linesOf(
      table(["id", "name", "email", "state"], [["1", "Ann Lee-Winter", email, "pending, not invited"]]),
      plain(80),
    );
    expect(lines.join("\n")).toContain(email);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  it("counts characters that are two columns wide", () => {
    const shown = table(
      ["name", "state"],
      [
        ["木村 美咲", "active"],
        ["Ann", "active"],
      ],
    );
    expect(linesOf(shown)).toEqual(["name       state", "木村 美咲  active", "Ann        active"]);
  });

  it("has bold headings on terminals, unless the environment forbids colors", () => {
    const shown = table(["id"], [["1"]]);
    expect(linesOf(shown, terminal(80))).toEqual(["\u001b[1mid\u001b[22m", "1"]);
    for (const env of [{ NO_COLOR: "1" }, { TERM: "dumb" }])
      expect(linesOf(shown, terminal(80, env))).toEqual(["id", "1"]);
  });

  it("prints no control characters", () => {
    expect(linesOf(table(["name"], [["\u001b[31mred\nline\u009b"]]))).toEqual(["name", " [31mred line"]);
  });
});

describe("showProgress", () => {
  it("prints nothing without a terminal", () => {
    const stream = new PassThrough({ encoding: "utf8" });
    const progress = showProgress(stream, "lines");
    progress.show({ phase: "checking", done: 1_000 });
    progress.end();
    expect(stream.read()).toBeNull();
  });

  it("counts while the total is unknown, and then shows a bar", () => {
    const stream = Object.assign(new PassThrough({ encoding: "utf8" }), { isTTY: true });
    const progress = showProgress(stream, "lines");
    progress.show({ phase: "checking", done: 1_000 });
    progress.end();
    expect(stream.read()).toContain("checking 1,000 lines");

    const storing = showProgress(stream, "lines");
    storing.show({ phase: "storing", done: 500, of: 2_000 });
    storing.end();
    expect(stream.read()).toContain(`storing [${"=".repeat(8)}${"-".repeat(22)}] 25 %, 500 of 2,000 lines`);
  });

  it.each([
    [0.2, "1 s"],
    [45, "45 s"],
    [90, "2 min"],
    [7_500, "2 h 5 min"],
    [3_599, "1 h 0 min"],
  ])("shows %d remaining seconds as %s", (seconds, text) => {
    expect(timeText(seconds)).toBe(text);
  });
});
