import { type HostUser, unavailable } from "@repute/domain";
import { ClientGone, type Exchange } from "./exchange.js";
import type { RouterOptions } from "./options.js";

const defaultLimit = 10_000;

/**
 * Returns a function that asks the host who sent a request, or `undefined` if the host does not authenticate requests.
 * The function rejects if the host fails or takes too long.
 */
export function hostLogin(options: RouterOptions) {
  if (!options.authenticate) return undefined;
  const { authenticateMilliseconds: limit = defaultLimit } = options;

  async function ask({ request }: Exchange): Promise<HostUser | undefined> {
    try {
      return (await options.authenticate?.(request)) ?? undefined;
    } catch (cause) {
      // Wrap the error, because an error of the domain would be sent to the client.
      throw new Error("the host's authenticate failed", { cause });
    }
  }

  return async (exchange: Exchange): Promise<HostUser | undefined> => {
    const { signal } = exchange.leaving;
    const end = endOf(signal, limit);
    try {
      return await Promise.race([ask(exchange), end.reached]);
    } finally {
      end.clear();
    }
  };
}

/** Returns a promise that rejects after the time limit or when the client disconnects. */
function endOf(leaving: AbortSignal, limit: number) {
  let clear = () => {};
  const reached = new Promise<never>((_, reject) => {
    const leave = () => reject(new ClientGone());
    const timer = setTimeout(() => reject(tooSlow(limit)), limit);
    leaving.addEventListener("abort", leave);
    if (leaving.aborted) leave();
    clear = () => {
      clearTimeout(timer);
      leaving.removeEventListener("abort", leave);
    };
  });
  return { reached, clear };
}

const tooSlow = (limit: number) =>
  unavailable(
    "login_timed_out",
    "the login took too long; try again in a moment",
    new Error(`the host's authenticate did not return within ${limit} ms`),
  );
