import { ClientGone, type Exchange } from "../exchange.js";
import { fixedProblem } from "../responding/fixed-problem.js";
import { HttpProblem } from "../responding/problem.js";
import { bodiesBusy, type BodyShare } from "./body-budget.js";

/** Default maximum size of a request body in bytes. */
export const megabyte = 1_048_576;

/**
 * Reads a body of at most `limit` bytes.
 * The bytes count against the router's budget until the response closes.
 * The rest of a rejected body is read and dropped so that the connection can carry its next request.
 */
export async function bodyBytes(exchange: BodyExchange, limit: number): Promise<Buffer> {
  const { request, response, bodies, facts } = exchange;
  const declared = Number(request.headers["content-length"] ?? 0);
  if (declared > limit) throw tooLarge(limit);
  if (request.destroyed || response.destroyed) throw new ClientGone();
  const share = bodies.budget(facts.principal?.account ?? "unidentified");
  if (!share.fits(declared)) throw bodiesBusy();
  response.once("close", share.release);
  return new Promise((resolve, reject) => {
    const gathered = gather(declared, limit, share);
    let arrived = 0;
    const stop = (settle: () => void) => {
      clearInterval(pace);
      request.off("data", take).off("end", finish).off("close", leave).off("error", leave);
      settle();
    };
    const finish = () => stop(() => resolve(gathered.bytes()));
    const leave = () => stop(() => reject(new ClientGone()));
    const refuse = (error: unknown) => {
      share.release();
      stop(() => reject(error as Error));
    };
    const take = (chunk: Buffer) => {
      arrived += chunk.length;
      try {
        gathered.add(chunk);
      } catch (error) {
        refuse(error);
      }
    };
    const pace = setInterval(() => {
      if (arrived < bodies.minBytes) refuse(tooSlow());
      arrived = 0;
    }, bodies.milliseconds);
    request.on("data", take).on("end", finish).on("close", leave).on("error", leave);
  });
}

/** Parts of an exchange that are needed to read the request body. */
export type BodyExchange = Pick<Exchange, "request" | "response" | "bodies" | "facts">;

const firstBytes = 16_384;

/** Collects the chunks of a body in one buffer, because many small buffers would use several times as much memory. */
function gather(declared: number, limit: number, share: BodyShare) {
  let bytes = Buffer.allocUnsafeSlow(declared > 0 ? declared : Math.min(firstBytes, limit));
  let size = 0;
  return {
    add(chunk: Buffer) {
      if (size + chunk.length > limit) throw tooLarge(limit);
      share.take(chunk.length);
      if (size + chunk.length > bytes.length) {
        const longer = Buffer.allocUnsafeSlow(Math.min(limit, Math.max(bytes.length * 2, size + chunk.length)));
        bytes.copy(longer, 0, 0, size);
        bytes = longer;
      }
      chunk.copy(bytes, size);
      size += chunk.length;
    },
    bytes: () => bytes.subarray(0, size),
  };
}

const tooLarge = (limit: number) => new HttpProblem(413, "body_too_large", `the body must have at most ${limit} bytes`);

const tooSlow = () => fixedProblem("body_too_slow", { Connection: "close" });
