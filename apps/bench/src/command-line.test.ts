import { describe, expect, it } from "@jest/globals";
import { CommanderError } from "commander";
import { readCommandLine } from "./command-line.js";

function read(...args: readonly string[]) {
  let printed = "";
  const write = (text: string) => void (printed += text);
  try {
    return { runOptions: readCommandLine(["node", "bench", ...args], { writeOut: write, writeErr: write }), printed };
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return { exitCode: error.exitCode, printed };
  }
}

describe("the command line", () => {
  it("defaults to 200,000 rows and 5 rounds", () => {
    expect(read().runOptions).toEqual({ rows: 200_000, rounds: 5, postgres: true, json: false });
  });

  it("accepts all flags", () => {
    const numbers = ["--rows", "10000", "--rounds", "3"];
    const { runOptions } = read(...numbers, "--no-postgres", "--keep", "there", "--json", "--write", "page.md");
    const places = { keep: "there", write: "page.md" };
    expect(runOptions).toEqual({ rows: 10_000, rounds: 3, postgres: false, json: true, ...places });
  });

  it.each([
    ["--rows", "9999"],
    ["--rows", "1000001"],
    ["--rows", "1e5"],
    ["--rows", "-20000"],
    ["--rows"],
    ["--rounds", "0"],
    ["--rounds", "two"],
    ["--fast"],
    ["more"],
  ])("rejects %s %s and mentions --help", (...args) => {
    const { exitCode, printed } = read(...args);
    expect(exitCode).not.toBe(0);
    expect(printed).toMatch(/^error: /);
    expect(printed).toContain("--help");
  });

  it("rejects --write with fewer than three rounds", () => {
    const { exitCode, printed } = read("--rounds", "2", "--write", "page.md");
    expect(exitCode).not.toBe(0);
    expect(printed).toMatch(/^error: --write requires at least 3 rounds/);
    expect(read("--rounds", "2").runOptions).toMatchObject({ rounds: 2 });
  });

  it("limits the run with --only, lists the titles for an unknown title, and rejects --only with --write", () => {
    expect(read("--only", "patients").runOptions).toMatchObject({ only: "patients" });
    expect(read("--only", "giraffes").printed).toMatch(/^error: --only matches no title; .*patients/);
    expect(read("--only", "patients", "--write", "page.md").printed).toMatch(
      /^error: --write cannot be combined with --only/,
    );
  });

  it("measures growth in three rounds, and needs two sizes", () => {
    expect(read("--growth").runOptions).toMatchObject({ growth: true, rows: 200_000, rounds: 3 });
    expect(read("--growth", "--rounds", "1").runOptions).toMatchObject({ rounds: 1 });
    expect(read("--growth", "--rows", "99999").printed).toMatch(/^error: --growth requires at least 100000 --rows/);
  });

  it.each(["keep", "only", "write"])("rejects --growth with --%s", (name) => {
    expect(read("--growth", `--${name}`, "patients").printed).toMatch(/'--growth' cannot be used with option/);
  });

  it("prints examples and exit codes in --help", () => {
    const { exitCode, printed } = read("--help");
    expect(exitCode).toBe(0);
    expect(printed).toContain("$ npm run bench -- --rows 1000000");
    expect(printed).toContain("Exit codes");
  });
});
