import { EventEmitter } from "node:events";
import { readFile } from "node:fs/promises";
import { PassThrough } from "node:stream";
import { describe, expect, it } from "@jest/globals";
import { invalid, unavailable } from "@repute/domain";
import { fail } from "./failure.js";

class QueryFailedError extends Error {
  readonly code = "SQLITE_CONSTRAINT";
}

describe("fail", () => {
  it("prints a domain error in one line, with the code of its cause", () => {
    const cause = new QueryFailedError("Ann Example");
    expect(failed(unavailable("database_failed", "the database\ncannot be used", cause))).toEqual({
      code: 1,
      stdout: "",
      stderr: "error: The database cannot be used (SQLITE_CONSTRAINT).\n",
    });
  });

  it("prints an error of the operating system in one line", async () => {
    const refused = await readFile("/nowhere/at/all").catch((error: unknown) => error);
    expect(failed(refused)).toEqual({
      code: 1,
      stdout: "",
      stderr: "error: ENOENT: no such file or directory, open '/nowhere/at/all'\n",
    });
  });

  it("prints an unexpected error by class, code and stack frames, without its message", () => {
    const { code, stderr } = failed(new QueryFailedError("INSERT failed: ['Ann Example']"));
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error: Internal error: QueryFailedError SQLITE_CONSTRAINT\n( {4}at .+\n)+$/);
    expect(stderr).not.toContain("Ann");
  });

  it("lists the problems of a bundle by line, kind and key, and skips problems outside the bundle", () => {
    const problems = [
      { line: 3, message: "is not valid JSON" },
      { line: 4, kind: "review", key: "rating", message: "expected a number from 1 to 5" },
      { line: 5, key: "kind", message: "is missing" },
      { row: 6, key: "Start Time", message: "is missing" },
      { parameter: "date", message: "is no date" },
    ];
    expect(failed(invalid("bundle_invalid", "the bundle has faults", problems)).stderr).toBe(
      [
        "error: The bundle has faults.",
        "line 3 is not valid JSON",
        "line 4: review.rating: expected a number from 1 to 5",
        "line 5: kind is missing",
        "row 6: Start Time is missing",
        "",
      ].join("\n"),
    );
  });

  it("also writes JSON to standard output with `json`", () => {
    const problems = [{ line: 3, message: "is not valid JSON" }];
    const { stdout } = failed(invalid("bundle_invalid", "the bundle has faults", problems), true);
    expect(JSON.parse(stdout)).toEqual({
      error: { code: "bundle_invalid", message: "The bundle has faults.", errors: problems },
    });
  });
});

function failed(error: unknown, json = false) {
  const stdout = new PassThrough({ encoding: "utf8" });
  const stderr = new PassThrough({ encoding: "utf8" });
  const stdin = new PassThrough();
  const code = fail(
    { env: {}, stdin, stdout, stderr, signals: new EventEmitter(), runInBackground: () => {}, command: [] },
    error,
    json,
  );
  const text = (stream: PassThrough) => (stream.read() as string | null) ?? "";
  return { code, stdout: text(stdout), stderr: text(stderr) };
}
