import type { RequestListener, Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { createServer, type ServerLimits } from "../src/server.js";

/** Response as sent on the connection. */
export type RawReply = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

const open: Server[] = [];

/** Starts a server for the app and returns its port. */
export async function portOf(app: RequestListener, limits?: ServerLimits): Promise<number> {
  return portOfServer(createServer(app, limits));
}

/** Starts a server and returns its port. */
export async function portOfServer(server: Server): Promise<number> {
  open.push(server);
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

/** Closes all servers that were started. */
export async function closeServers(): Promise<void> {
  for (const server of open.splice(0)) {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  }
}

/** Opens a connection that can send any bytes, including invalid HTTP. */
export function rawConnection(port: number) {
  const socket = connect(port, "127.0.0.1");
  const received: Buffer[] = [];
  const text = () => Buffer.concat(received).toString("latin1");
  const waiting: (() => void)[] = [];
  const wake = () => waiting.splice(0).forEach((resolve) => resolve());
  socket.on("data", (chunk) => {
    received.push(chunk);
    wake();
  });
  socket.on("error", () => {});
  const closed = new Promise<void>((resolve) => void socket.once("close", () => resolve()));
  void closed.then(wake);
  const more = () => new Promise<void>((resolve) => void waiting.push(resolve));
  return {
    socket,
    closed,
    send: (...parts: readonly (string | Uint8Array)[]) => parts.forEach((part) => socket.write(part)),
    text,
    /** Resolves to `count` responses, or to fewer responses if the connection closes first. */
    replies: (count: number) => repliesOf(socket, text, more, count),
  };
}

/** Sends bytes on a new connection. Waits for a complete response or for the close of the connection. */
export async function responsesTo(
  port: number,
  ...parts: readonly (string | Uint8Array)[]
): Promise<readonly RawReply[]> {
  const connection = rawConnection(port);
  connection.send(...parts);
  const replies = await connection.replies(1);
  connection.socket.destroy();
  return replies;
}

async function repliesOf(socket: Socket, text: () => string, more: () => Promise<void>, count: number) {
  for (;;) {
    const replies = parseReplies(text(), socket.closed);
    if (replies.length >= count || socket.closed) return replies;
    await more();
  }
}

/**
 * Parses the complete responses in a string, without interim responses.
 * A response without a length is complete when the connection is closed.
 */
function parseReplies(text: string, isClosed: boolean): readonly RawReply[] {
  const end = text.indexOf("\r\n\r\n");
  if (end === -1) return [];
  const [statusLine = "", ...lines] = text.slice(0, end).split("\r\n");
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]),
  );
  const status = Number(statusLine.split(" ")[1]);
  if (status < 200) return parseReplies(text.slice(end + 4), isClosed);
  const isBare = status === 204 || status === 304;
  const [body, rest] = isBare ? ["", text.slice(end + 4)] : bodyOf(headers, text.slice(end + 4), isClosed);
  return body === undefined ? [] : [{ status, headers, body }, ...parseReplies(rest, isClosed)];
}

function bodyOf(
  headers: Record<string, string>,
  text: string,
  isClosed: boolean,
): readonly [string | undefined, string] {
  if (headers["transfer-encoding"] === "chunked") return chunkedBody(text);
  if (headers["content-length"] === undefined) return [isClosed ? text : undefined, ""];
  const length = Number(headers["content-length"]);
  return text.length < length ? [undefined, text] : [text.slice(0, length), text.slice(length)];
}

function chunkedBody(text: string): readonly [string | undefined, string] {
  let body = "";
  for (let at = 0; ;) {
    const line = text.indexOf("\r\n", at);
    const size = line === -1 ? Number.NaN : Number.parseInt(text.slice(at, line), 16);
    if (Number.isNaN(size) || text.length < line + 2 + size + 2) return [undefined, text];
    if (size === 0) return [body, text.slice(line + 4)];
    body += text.slice(line + 2, line + 2 + size);
    at = line + 2 + size + 2;
  }
}
