import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach } from "@jest/globals";

/** Responds to a request whose body has already been read. */
export type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/**
 * Returns a function that starts a server. The n-th handler responds to the n-th request.
 * Servers stop after each test.
 */
export function scriptedServers(): (
  ...handlers: readonly Handler[]
) => Promise<{ readonly baseUrl: string; readonly requested: string[] }> {
  const stops: (() => void)[] = [];
  afterEach(() => stops.splice(0).forEach((stop) => stop()));
  return async (...handlers) => {
    const requested: string[] = [];
    const server = createServer(async (request, response) => {
      requested.push(`${request.method} ${request.url}`);
      const handler = handlers[requested.length - 1] ?? problem(500, { code: "nothing_scripted" });
      const pieces: Buffer[] = [];
      for await (const piece of request) pieces.push(piece as Buffer);
      handler(request, response, Buffer.concat(pieces).toString());
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    stops.push(() => {
      server.close();
      server.closeAllConnections();
    });
    return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requested };
  };
}

export const lines =
  (values: readonly unknown[], headers: Readonly<Record<string, string>> = {}): Handler =>
  (_request, response) => {
    response.writeHead(200, { "content-type": "application/x-ndjson", ...headers });
    response.end(values.map((value) => `${JSON.stringify(value)}\n`).join(""));
  };

/** Creates a handler that sends some lines and then resets the connection. */
export const breakOff =
  (values: readonly unknown[], headers: Readonly<Record<string, string>> = {}): Handler =>
  (_request, response) => {
    response.writeHead(200, { "content-type": "application/x-ndjson", ...headers });
    response.write(values.map((value) => `${JSON.stringify(value)}\n`).join(""), () => {
      setImmediate(() => response.destroy());
    });
  };

export const json =
  (body: unknown): Handler =>
  (_request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(body));
  };

export const problem =
  (status: number, body: object, headers: Readonly<Record<string, string>> = {}): Handler =>
  (_request, response) => {
    response.writeHead(status, { "content-type": "application/problem+json", ...headers });
    response.end(JSON.stringify(body));
  };
