import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** HTTP version of a request. */
export type Version = "1.1" | "1.0";

export const versions: readonly Version[] = ["1.1", "1.0"];

/** How a response ends from the point of view of an HTTP client. */
type Ending = "whole" | "broken";

/** List response on a separate connection. Only the first bytes have been read. */
export type RawList = {
  readonly socket: Socket;
  /** Reads the rest of the response. */
  readToEnd(): Promise<{ readonly ending: Ending; readonly status: number; readonly bytes: number }>;
};

/** Requests a list. Resolves when the first bytes arrive. */
export async function beginList(
  baseUrl: string,
  path: string,
  token: string,
  version: Version = "1.1",
): Promise<RawList> {
  const { hostname, port, host } = new URL(baseUrl);
  const socket = connect({ host: hostname, port: Number(port) });
  let failed = false;
  const closed = new Promise<void>((resolve) => void socket.once("close", () => resolve()));
  socket.on("error", () => (failed = true));
  socket.write(`GET ${path} HTTP/${version}\r\nHost: ${host}\r\napi-token: ${token}\r\nConnection: close\r\n\r\n`);
  const framing = readFraming();
  socket.on("data", framing.take);
  await Promise.race([once(socket, "data"), closed]);
  socket.pause();
  return {
    socket,
    async readToEnd() {
      socket.resume();
      await closed;
      return { ending: !failed && framing.isWhole() ? "whole" : "broken", ...framing.seen() };
    },
  };
}

const lastChunk = Buffer.from("\r\n0\r\n\r\n");

/** Collects the data that determines where a response ends: headers, length and last bytes. */
function readFraming() {
  let [start, tail, bytes] = [Buffer.alloc(0), Buffer.alloc(0), 0];
  const take = (piece: Buffer) => {
    if (start.length < 16_384) start = Buffer.concat([start, piece.subarray(0, 16_384 - start.length)]);
    tail = Buffer.concat([tail, piece]).subarray(-lastChunk.length);
    bytes += piece.length;
  };
  const head = () => start.subarray(0, Math.max(0, start.indexOf("\r\n\r\n"))).toString("latin1");
  const isWhole = () => {
    const length = /^content-length: *(\d+)/im.exec(head())?.[1];
    if (length !== undefined) return bytes - head().length - 4 === Number(length);
    // A response without a length and without chunks ends when the connection closes.
    return head() !== "" && (!/^transfer-encoding: *chunked/im.test(head()) || tail.equals(lastChunk));
  };
  const seen = () => ({ bytes, status: Number(/^HTTP\/1\.[01] (\d+)/.exec(head())?.[1] ?? 0) });
  return { take, isWhole, seen };
}
