import { PassThrough } from "node:stream";
import { describe, expect, it } from "@jest/globals";
import type { RequestLog } from "@repute/adapter-express";
import { DomainError } from "@repute/domain";
import { describeError, logStream, streamLogs } from "./logs.js";
import type { LogLevel } from "./settings/declared-settings.js";

const aRequest: RequestLog = {
  requestId: "r-1",
  method: "GET",
  route: "/v2/reviews",
  status: 200,
  milliseconds: 1.5,
  bytes: 120,
  aborted: false,
};

describe("streamLogs", () => {
  it("writes one JSON line per record, with the time and the name of the level", () => {
    const { logs, lines } = captured("info");
    logs.info("listening");
    expect(lines()).toEqual([{ level: "info", time: expect.stringMatching(/^\d{4}-.+Z$/), msg: "listening" }]);
  });

  it("logs only the allowed fields of a request", () => {
    const { logs, lines } = captured("info");
    logs.request({ ...aRequest, url: "/v2/reviews?phone=5550142" } as RequestLog);
    expect(lines()).toEqual([
      {
        level: "info",
        time: expect.anything(),
        request_id: "r-1",
        method: "GET",
        route: "/v2/reviews",
        status: 200,
        milliseconds: 1.5,
        bytes: 120,
        msg: "request",
      },
    ]);
  });

  it("logs a request with a server error at level error", () => {
    const { logs, lines } = captured("error");
    logs.request(aRequest);
    logs.request({ ...aRequest, status: 503 });
    expect(lines()).toMatchObject([{ level: "error", status: 503 }]);
  });

  it("omits the message of an unexpected error", () => {
    const { logs, lines } = captured("info");
    logs.report(new TypeError("cannot read Ann Example"), "r-1");
    expect(lines()).toMatchObject([{ level: "error", request_id: "r-1", error: { type: "TypeError" } }]);
    expect(JSON.stringify(lines())).not.toContain("Ann");
  });

  it("logs the message of a domain error and its private reason", () => {
    const { logs, lines } = captured("info");
    logs.report(
      new DomainError("unauthenticated", "api_key_invalid", "The API key is invalid", { cause: "token_not_usable" }),
    );
    expect(lines()).toMatchObject([
      { error: { code: "api_key_invalid", message: "The API key is invalid", cause: "token_not_usable" } },
    ]);
  });

  it("writes nothing at level silent", () => {
    const { logs, lines } = captured("silent");
    logs.info("listening");
    logs.report(new Error("broken"));
    expect(lines()).toEqual([]);
  });
});

function captured(level: LogLevel) {
  const stream = new PassThrough({ encoding: "utf8" });
  const logs = streamLogs(level, stream);
  let text = "";
  const lines = (): unknown[] => {
    text += (stream.read() as string | null) ?? "";
    return text
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as unknown);
  };
  return { logs, lines };
}

const record = { requestId: "r-1", method: "GET", milliseconds: 12.4, bytes: 3_456, aborted: false };

async function logged(stream: PassThrough, env = {}): Promise<string> {
  const logs = streamLogs("info", await logStream(stream, env));
  logs.info("Listening on http://127.0.0.1:8080");
  logs.request({ ...record, route: "/v2/reviews", status: 200, accountId: 1 as never });
  logs.request({ ...record, status: 404, reason: "no_such_path" });
  logs.request({ ...record, route: "/v2/changes", aborted: true });
  return String(stream.read());
}

const terminal = () => Object.assign(new PassThrough({ encoding: "utf8" }), { isTTY: true });

it("writes log records to a terminal as lines for people", async () => {
  const lines = (await logged(terminal(), { NO_COLOR: "1" })).trimEnd().split("\n");
  expect(lines.map((line) => line.replace(/^\[\d\d:\d\d:\d\d\] /, ""))).toEqual([
    "INFO: Listening on http://127.0.0.1:8080",
    "INFO: GET /v2/reviews: 200, 12 ms, 3,456 bytes, account 1",
    '    request_id: "r-1"',
    "INFO: GET unknown path: 404, 12 ms, 3,456 bytes, no_such_path",
    '    request_id: "r-1"',
    "INFO: GET /v2/changes: no response, 12 ms, 3,456 bytes, incomplete",
    '    request_id: "r-1"',
  ]);
});

it("colors lines on a terminal, unless the environment forbids colors", async () => {
  expect(await logged(terminal())).toContain("\u001b[");
  expect(await logged(terminal(), { TERM: "dumb" })).not.toContain("\u001b[");
});

it("writes JSON to a stream that is not a terminal", async () => {
  const lines = (await logged(new PassThrough({ encoding: "utf8" }))).trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { level: "info", msg: "Listening on http://127.0.0.1:8080" },
    { method: "GET", status: 200, bytes: 3_456 },
    { reason: "no_such_path" },
    { aborted: true },
  ]);
});

class QueryFailedError extends Error {
  readonly code = "SQLITE_CONSTRAINT";
}

describe("describeError", () => {
  it("describes an error by its class, code and stack frames, without its message", () => {
    const described = describeError(new QueryFailedError("INSERT failed: parameters ['Ann Example']"));
    expect(described).toMatchObject({ type: "QueryFailedError", code: "SQLITE_CONSTRAINT" });
    expect(described.stack[0]).toMatch(/^at .+logs\.test\.ts:\d+:\d+/);
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
