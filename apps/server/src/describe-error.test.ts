import { describe, expect, it } from "@jest/globals";
import { describeError } from "./describe-error.js";

class QueryFailedError extends Error {
  readonly code = "SQLITE_CONSTRAINT";
}

describe("describeError", () => {
  it("tells class, code and frames, and never the message", () => {
    const described = describeError(new QueryFailedError("INSERT failed: parameters ['Ann Example']"));
    expect(described).toMatchObject({ type: "QueryFailedError", code: "SQLITE_CONSTRAINT" });
    expect(described.stack[0]).toMatch(/^at .+describe-error\.test\.ts:\d+:\d+/);
    expect(JSON.stringify(described)).not.toContain("Ann");
  });

  it("is not taken in by a message that looks like frames", () => {
    const described = describeError(new Error("broken\n    at Ann Example (555-0142)\n    at home"));
    expect(JSON.stringify(described)).not.toMatch(/Ann|home/);
    expect(described.stack.length).toBeGreaterThan(0);
  });

  it("tells the same of causes, a few levels down", () => {
    const error = new Error("outer", { cause: new QueryFailedError("Ann Example") });
    const described = describeError(error);
    expect(described.cause).toMatchObject({ type: "QueryFailedError", code: "SQLITE_CONSTRAINT" });
    expect(JSON.stringify(described)).not.toContain("Ann");
  });

  it("ends with a cause that leads to itself", () => {
    const error: Error & { cause?: unknown } = new Error("round");
    error.cause = error;
    expect(JSON.stringify(describeError(error)).match(/"type"/g)).toHaveLength(4);
  });

  it("tells a reason code, and no other text that stands as a cause", () => {
    expect(describeError(new Error("refused", { cause: "unknown_token" })).cause).toBe("unknown_token");
    const told = JSON.stringify(describeError(new Error("refused", { cause: "Ann Example" })));
    expect(told).not.toContain("Ann");
  });

  it.each([undefined, null, "Ann Example", 42, { message: 1 }])(
    "describes %p, which is no error, by its type",
    (thrown) => {
      expect(describeError(thrown)).toEqual({ type: typeof thrown, stack: [] });
    },
  );
});
