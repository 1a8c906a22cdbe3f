import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { fixedProblem } from "../responding/fixed-problem.js";
import { HttpProblem } from "../responding/problem.js";
import { writeLast } from "./last-words.js";

type Pending = { readonly request: IncomingMessage; readonly response: ServerResponse };

/** State of a connection: requests without a complete response, and the latest request. */
type Traffic = { readonly open: Set<Pending>; last?: Pending };

const malformed = new HttpProblem(400, "malformed_request", "the request is not valid HTTP");
const noProxy = new HttpProblem(405, "method_not_allowed", "this server is not a proxy", {
  headers: { Allow: "GET, HEAD" },
});
const problems = new Map<string, HttpProblem>([
  ["HPE_HEADER_OVERFLOW", fixedProblem("headers_too_large")],
  ["HPE_CHUNK_EXTENSIONS_OVERFLOW", new HttpProblem(413, "body_too_large", "the chunk extensions are too large")],
  ["ERR_HTTP_REQUEST_TIMEOUT", new HttpProblem(408, "request_timeout", "the request took too long to arrive")],
]);

/** Responds to malformed requests with the usual error format and closes the connection. */
export function respondToClientErrors(server: Server): void {
  const traffic = new WeakMap<Duplex, Traffic>();
  server.prependListener("request", (request, response) => {
    const on = traffic.get(request.socket) ?? { open: new Set() };
    traffic.set(request.socket, on);
    const pending = { request, response };
    on.open.add((on.last = pending));
    response.once("close", () => on.open.delete(pending));
  });
  server.on("connect", (_request, socket) => writeLast(socket, noProxy));

  const refused = new WeakSet<Duplex>();
  server.on("clientError", (error: Error & { readonly code?: string }, socket) => {
    if (refused.has(socket)) return;
    refused.add(socket);
    const problem = problemOf(error.code ?? "");
    if (problem && socket.writable) closeAfterResponses(socket, traffic.get(socket), problem);
    else socket.destroy();
  });
}

/** Returns the problem for an error code from Node, or `undefined` for errors of the connection itself. */
const problemOf = (code: string) => problems.get(code) ?? (code.startsWith("HPE_") ? malformed : undefined);

/**
 * Responds to a malformed request after the responses to earlier requests.
 * Sends no second response to the malformed request.
 */
function closeAfterResponses(
  socket: Duplex,
  { open, last }: Traffic = { open: new Set() },
  problem: HttpProblem,
): void {
  const isInBody = last !== undefined && !last.request.complete;
  const hasResponse = isInBody && last.response.headersSent;
  const before = [...open].filter((pending) => pending !== last || !isInBody || hasResponse);
  let waitingFor = before.length;
  const done = () => {
    waitingFor -= 1;
    if (waitingFor <= 0) writeLast(socket, hasResponse ? undefined : problem);
  };
  for (const { response } of before) response.once("close", done);
  if (before.length === 0) done();
}
