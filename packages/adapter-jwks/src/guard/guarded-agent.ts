import { Agent } from "node:https";
import type { LookupFunction } from "node:net";
import { isIP } from "node:net";
import { KeysUnavailable } from "../keys-unavailable.js";
import { isPublicAddress } from "./public-address.js";
import type { ResolveHost } from "./resolve-host.js";

/** What every connection to a partner's host keeps to. Nothing of it is used again for another one. */
export const connectionRules = {
  keepAlive: false,
  maxCachedSessions: 0,
  minVersion: "TLSv1.2",
  // Said here, so that no environment variable can switch it off.
  rejectUnauthorized: true,
} as const;

/**
 * An agent that connects to public addresses only. A name is resolved for each connection, and the connection goes to
 * the addresses that were checked: a name server that answers differently the next time gains nothing.
 */
export function guardedAgent(resolve: ResolveHost): Agent {
  const agent = new Agent({ ...connectionRules, lookup: guardedLookup(resolve) });
  const connect = agent.createConnection.bind(agent);
  // Node asks no `lookup` about an IP address. Errors are handed over: thrown here they would end the process.
  agent.createConnection = (options, callback) => {
    const host = options.host ?? "";
    if (isIP(host) === 0 || isPublicAddress(host)) return connect(options, callback);
    process.nextTick(() => callback?.(notPublic(), undefined as never));
    return undefined;
  };
  return agent;
}

function guardedLookup(resolve: ResolveHost): LookupFunction {
  return (host, options, callback) => {
    publicAddresses(resolve, host).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIP(address) }));
        if (options.all) callback(null, found);
        else callback(null, found[0]?.address ?? "", found[0]?.family);
      },
      (error: Error) => callback(error, ""),
    );
  };
}

/** All or nothing: who mixes private addresses among public ones means no good. */
async function publicAddresses(resolve: ResolveHost, host: string): Promise<readonly string[]> {
  const addresses = await resolve(host);
  if (addresses.length === 0 || !addresses.every(isPublicAddress)) throw notPublic();
  return addresses;
}

const notPublic = () => new KeysUnavailable("keys_unreachable", "host_not_public");
