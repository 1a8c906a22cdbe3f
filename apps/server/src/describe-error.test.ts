import { describe, expect, it } from "@jest/globals";
import { describeError } from "./describe-error.js";

class QueryFailedError extends Error {
  readonly code = "SQLITE_CONSTRAINT";
}

describe("describeError", () => {
  it("describes an error by its class, code and stack frames, without its message", () => {
    const described = describeError(new QueryFailedError("INSERT failed: parameters ['Ann Example']"));
    expect(described).toMatchObject({ type: "QueryFailedError", code: "SQLITE_CONSTRAINT" });
    expect(described.stack[0]).toMatch(/^at .+describe-error\.test\.ts:\d+:\d+/);
    expect(JSON.stringify(described)).not.toContain("Ann");
  });

  it("ignores lines of the message that look like stack frames", () => {
    const described = describeError(new Error("broken\n    at Ann Example (555-0142)\n    at home"));
    expect(JSON.stringify(described)).not.toMatch(/Ann|home/);
    expect(described.stack.length).toBeGreaterThan(0);
  });

  it("describes causes without their messages, up to a few levels deep", () => {
    const error = new Error("outer", { cause: new QueryFailedError("Ann Example") });
    const described = describeError(error);
    expect(described.cause).toMatchObject({ type: "QueryFailedError", code: "SQLITE_CONSTRAINT" });
    expect(JSON.stringify(described)).not.toContain("Ann");
  });

  it("ends for a cyclic chain of causes", () => {
    const error: Error & { cause?: unknown } = new Error("round");
    error.cause = error;
    expect(JSON.stringify(describeError(error)).match(/"type"/g)).toHaveLength(4);
  });

  it("keeps a string cause only if it is a reason code", () => {
    expect(describeError(new Error("refused", { cause: "unknown_token" })).cause).toBe("unknown_token");
    const description = JSON.stringify(describeError(new Error("refused", { cause: "Ann Example" })));
    expect(description).not.toContain("Ann");
  });

  it.each([undefined, null, "Ann Example", 42, { message: 1 }])(
    "describes %p, which is not an error, by its type",
    (thrown) => {
      expect(describeError(thrown)).toEqual({ type: typeof thrown, stack: [] });
    },
  );
});
