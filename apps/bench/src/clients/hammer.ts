import { connect } from "node:net";
import { job } from "../children/job.js";
import { requestText } from "./download.js";
import { type Address, host } from "./requests.js";

type Hammering = Address & {
  /** Paths that are requested one after the other, again and again. */
  readonly paths: readonly string[];
  readonly requests: number;
  readonly connections: number;
};

/**
 * Sends requests over a few keep-alive connections.
 * Returns requests per second.
 * Parses as little as possible, so that the server is the bottleneck.
 */
export const hammer = job(__filename, "hammer", async ({ paths, requests, connections, ...to }: Hammering) => {
  const texts = paths.map((path) => requestText({ ...to, path }, "keep-alive"));
  let next = 0;
  const nextText = () => (next < requests ? texts[next++ % texts.length] : undefined);
  const started = performance.now();
  await Promise.all(Array.from({ length: connections }, () => askOn(to.port, nextText)));
  return (requests * 1_000) / (performance.now() - started);
});

/** Sends requests over one connection. Each request waits until the previous response is complete. */
const askOn = (port: number, nextText: () => string | undefined) =>
  new Promise<void>((resolve, reject) => {
    const socket = connect({ host, port });
    let missing = 0;
    const ask = () => {
      const text = nextText();
      if (text === undefined) socket.destroy();
      else socket.write(text);
    };
    socket.on("connect", ask).on("error", reject).on("close", resolve);
    socket.on("data", (chunk) => {
      missing = missing > 0 ? missing - chunk.length : missingAfter(chunk);
      if (Number.isNaN(missing)) socket.destroy(new Error(`answered ${chunk.toString("latin1", 0, 64)}`));
      else if (missing === 0) ask();
    });
  });

/**
 * Returns the number of bytes still missing after the first chunk of a response, or NaN for a failed request.
 * The first chunk contains all headers.
 */
function missingAfter(chunk: Buffer): number {
  const end = chunk.indexOf("\r\n\r\n") + 4;
  const head = chunk.toString("latin1", 0, end);
  const [, length] = /\r\ncontent-length: (\d+)\r\n/i.exec(head) ?? [];
  return head.startsWith("HTTP/1.1 200 ") ? Number(length) - (chunk.length - end) : Number.NaN;
}
