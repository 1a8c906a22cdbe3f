import { PassThrough } from "node:stream";
import { describe, expect, it } from "@jest/globals";
import type { RequestLog } from "@repute/adapter-express";
import { DomainError } from "@repute/domain";
import { streamLogs } from "./logs.js";
import type { LogLevel } from "./settings/server-settings.js";

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
