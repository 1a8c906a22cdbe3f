import type { Exchange } from "../exchange.js";
import type { RouterOptions } from "../options.js";
import { breakOff } from "./break-off.js";
import { bytesReceived } from "./send-queues.js";

export type PaceLimits = Pick<RouterOptions, "stallMilliseconds" | "minBytesPerSecond">;

/** Number of times that a client's speed is checked during `stallMilliseconds`. */
const looks = 6;
const maxAge = 1_000;

/**
 * Resets the connection of a client that reads its response too slowly, measured over `stallMilliseconds`.
 * Only time spent waiting for the client counts, not time spent by the server or the database.
 */
export function paceOf(
  { response, facts }: Pick<Exchange, "response" | "facts">,
  { stallMilliseconds = 30_000, minBytesPerSecond = 8_192 }: PaceLimits,
) {
  const pause = stallMilliseconds / looks;
  const min = Math.max(1, (minBytesPerSecond * stallMilliseconds) / 1_000);
  let isWaiting = false;
  let samples: readonly { readonly at: number; readonly bytes: number }[] = [];
  let timer: NodeJS.Timeout | undefined;

  async function look(): Promise<void> {
    const { socket } = response;
    if (!isWaiting || !socket) return void (samples = []);
    const bytes = await bytesReceived(socket, Math.min(pause, maxAge));
    if (!isWaiting || bytes === undefined || response.destroyed) return;
    const now = performance.now();
    const before = samples.findLast(({ at }) => now - at >= stallMilliseconds);
    if (before && bytes - before.bytes < min) {
      facts.reason = "client_stalled";
      return breakOff(response);
    }
    samples = [...samples.filter((one) => before === undefined || one.at >= before.at), { at: now, bytes }];
  }

  return {
    /** Sets whether the response is currently waiting for the client. */
    setWaiting(isNow: boolean): void {
      isWaiting = isNow;
      if (timer || !isNow) return;
      timer = setInterval(() => void look(), pause).unref();
      response.once("close", () => clearInterval(timer));
    },
  };
}

/**
 * Resets the connection if the response is not complete after `milliseconds`.
 * Returns a function that cancels the timeout.
 */
export function endAfter({ response, facts }: Pick<Exchange, "response" | "facts">, milliseconds: number): () => void {
  const timer = setTimeout(() => {
    facts.reason = "list_took_too_long";
    breakOff(response);
  }, milliseconds).unref();
  return () => clearTimeout(timer);
}
