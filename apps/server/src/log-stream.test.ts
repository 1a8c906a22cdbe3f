import { PassThrough } from "node:stream";
import { expect, it } from "@jest/globals";
import { logStream } from "./log-stream.js";
import { streamLogs } from "./logs.js";

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
