import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { errorResponse } from "../responding/error-response.js";
import type { HttpProblem } from "../responding/problem.js";

/**
 * Time in milliseconds that a client may continue to send before its connection is closed.
 * Closing at once could lose the response.
 */
const lingering = 2_000;

/** Ends a connection with an unparsable request. If `problem` is given, sends it as a response. */
export function writeLast(socket: Duplex, problem: HttpProblem | undefined): void {
  socket.on("error", () => socket.destroy());
  socket.end(problem && rawResponse(problem));
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), lingering).unref();
  socket.once("close", () => clearTimeout(timer));
}

function rawResponse(problem: HttpProblem): Buffer {
  const id = randomUUID();
  const { status, headers, body } = errorResponse(problem, id);
  const all = {
    ...headers,
    "X-Request-Id": id,
    "X-Content-Type-Options": "nosniff",
    "Content-Length": body.length,
    Connection: "close",
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n`), body]);
}
