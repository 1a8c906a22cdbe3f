import type { IncomingMessage } from "node:http";
import { HttpProblem } from "../responding/problem.js";
import { ClientGone } from "../exchange.js";

/** The most that a body may have unless its route says otherwise, in bytes. */
export const megabyte = 1_048_576;

/**
 * The body, if it has at most `limit` bytes. Of a longer one nothing is kept: the rest is read and dropped by the
 * server, so that the connection can go on with its next request.
 */
export async function bodyBytes(request: IncomingMessage, limit: number): Promise<Buffer> {
  if (Number(request.headers["content-length"] ?? 0) > limit) throw tooLarge(limit);
  if (request.destroyed) throw new ClientGone();
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let size = 0;
    const stop = (settle: () => void) => {
      request.off("data", take).off("end", finish).off("close", leave).off("error", leave);
      settle();
    };
    const finish = () => stop(() => resolve(Buffer.concat(chunks)));
    const leave = () => stop(() => reject(new ClientGone()));
    const take = (chunk: Buffer) => {
      size += chunk.length;
      chunks.push(chunk);
      if (size <= limit) return;
      chunks = [];
      stop(() => reject(tooLarge(limit)));
    };
    request.on("data", take).on("end", finish).on("close", leave).on("error", leave);
  });
}

const tooLarge = (limit: number) => new HttpProblem(413, "body_too_large", `the body has more than ${limit} bytes`);
