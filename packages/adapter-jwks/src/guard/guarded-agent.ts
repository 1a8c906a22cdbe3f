import { Agent } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { KeysUnavailable } from "../keys-unavailable.js";
import { isPublicAddress } from "./public-address.js";
import type { ResolveHost } from "./resolve-host.js";

/** TLS and connection settings for partners' hosts. Connections and TLS sessions are not reused. */
export const connectionRules = {
  keepAlive: false,
  maxCachedSessions: 0,
  minVersion: "TLSv1.2",
  // Set this option explicitly so that no environment variable can turn off certificate checks.
  rejectUnauthorized: true,
} as const;

/**
 * Creates an HTTPS agent that connects only to public addresses.
 * The name is resolved for each connection, and the connection uses the checked addresses, so DNS rebinding has no
 * effect.
 */
export function guardedAgent(resolve: ResolveHost): Agent {
  const agent = new Agent({ ...connectionRules, lookup: guardedLookup(resolve) });
  const connect = agent.createConnection.bind(agent);
  // Check IP addresses here, because Node.js calls `lookup` only for names.
  // Pass the error to the callback, because a thrown error would crash the process.
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

/**
 * Resolves a host name.
 * Throws if any address is not public, because a mix of public and private addresses suggests an attack.
 */
async function publicAddresses(resolve: ResolveHost, host: string): Promise<readonly string[]> {
  const addresses = await resolve(host);
  if (addresses.length === 0 || !addresses.every(isPublicAddress)) throw notPublic();
  return addresses;
}

const notPublic = () => new KeysUnavailable("keys_unreachable", "host_not_public");
