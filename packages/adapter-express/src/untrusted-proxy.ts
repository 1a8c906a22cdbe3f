import type { IncomingMessage } from "node:http";

/** Whether an address is that of a proxy that is trusted. */
export type Trusts = (address: string, hop: number) => boolean;

/**
 * What looks at requests for signs of a proxy that nobody told us to trust, and tells its address, once: behind such a
 * one all callers seem to have one address, and share what an address may do.
 */
export function untrustedProxyWatch(
  trusts: Trusts,
  tell: (address: string) => void,
): (request: IncomingMessage) => void {
  let told = false;
  return ({ headers, socket }) => {
    if (told || headers["x-forwarded-for"] === undefined) return;
    const address = socket.remoteAddress;
    if (address === undefined || trusts(address, 0)) return;
    told = true;
    tell(address.replace(/^::ffff:/, ""));
  };
}
