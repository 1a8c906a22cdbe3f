import type { IncomingMessage } from "node:http";

/** Returns true if an address belongs to a trusted proxy. */
export type Trusts = (address: string, hop: number) => boolean;

/**
 * Returns a function that checks requests for headers of an untrusted proxy.
 * The function reports the address of the first such proxy.
 * Behind an untrusted proxy, all callers appear to have the same address and share its rate limits.
 */
export function untrustedProxyWatch(
  trusts: Trusts,
  warn: (address: string) => void,
): (request: IncomingMessage) => void {
  let hasWarned = false;
  return ({ headers, socket }) => {
    if (hasWarned || headers["x-forwarded-for"] === undefined) return;
    const address = socket.remoteAddress;
    if (address === undefined || trusts(address, 0)) return;
    hasWarned = true;
    warn(address.replace(/^::ffff:/, ""));
  };
}
