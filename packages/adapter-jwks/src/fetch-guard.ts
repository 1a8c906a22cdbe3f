import { Resolver } from "node:dns/promises";
import { Agent as HttpAgent } from "node:http";
import { Agent } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { invalid } from "@repute/domain";
import { IPv4, IPv6 } from "ipaddr.js";
import { KeysUnavailable } from "./keys-unavailable.js";

/** Returns a function that checks a URL. It throws `refused` if the service must not send requests to the URL. */
export function urlCheck(allowed: AllowedOrigins, resolve: ResolveHost, refused: () => Error) {
  return async (text: string): Promise<void> => {
    const target = parseUrl(text, allowed);
    if (!target) throw refused();
    if (target.guarded && !(await looksPublic(resolve, target.url.hostname))) throw refused();
  };
}

/**
 * Returns a function that finds the agent for requests to a URL: only to public hosts and allowed origins. The function returns
 * `undefined` for any other URL. For allowed origins, `authorities` contains the certificate authorities to trust.
 */
export function destinations(allowed: AllowedOrigins, resolve: ResolveHost, authorities?: string) {
  const guardedOnes = guardedAgent(resolve);
  const allowedOnes = {
    http: new HttpAgent({ keepAlive: false }),
    https: new Agent({ ...connectionRules, ...(authorities !== undefined && { ca: authorities }) }),
  };
  return (text: string): { readonly url: URL; readonly agent: HttpAgent } | undefined => {
    const target = parseUrl(text, allowed);
    if (!target) return undefined;
    const { url, guarded } = target;
    return { url, agent: guarded ? guardedOnes : url.protocol === "http:" ? allowedOnes.http : allowedOnes.https };
  };
}

/**
 * True if all addresses of a host are public.
 * True for unknown hosts too, because each connection checks the host again.
 */
async function looksPublic(resolve: ResolveHost, host: string): Promise<boolean> {
  const unresolved: readonly string[] = [];
  const addresses = await Promise.race([
    resolve(host).catch(() => unresolved),
    pause(resolvePatience, unresolved, { ref: false }),
  ]);
  return addresses.every(isPublicAddress);
}

const resolvePatience = 1_500;

/** A URL to which the service may send requests. `guarded` restricts connections to public addresses. */
type Target = { readonly url: URL; readonly guarded: boolean };

const maxUrlLength = 2_048;

const refusedCharacters = /[\s\\\p{Cc}]/u;

/** Matches a dotted host name. The last label begins with a letter, so an IP address never matches. */
const dottedHost = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

const localEndings = [
  "localhost",
  "local",
  "internal",
  "intranet",
  "home.arpa",
  "test",
  "invalid",
  "onion",
  "lan",
  "corp",
  "home",
];

/**
 * Parses a URL to which the service may send requests.
 * The URL must use https and a dotted public host name, or belong to an allowed origin.
 * Otherwise, returns `undefined`.
 * Checks the parsed URL, because parsers may disagree about strings such as `https://a\@b`.
 */
export function parseUrl(text: string, allowed: AllowedOrigins): Target | undefined {
  if (text.length > maxUrlLength || refusedCharacters.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol) || url.username || url.password || url.href.includes("#")) return undefined;
  if (allowed.has(url.origin)) return { url, guarded: false };
  return isPublic(url) ? { url, guarded: true } : undefined;
}

const isPublic = ({ protocol, hostname }: URL): boolean =>
  protocol === "https:" &&
  hostname.length <= 253 &&
  dottedHost.test(hostname) &&
  !localEndings.some((ending) => `.${hostname}`.endsWith(`.${ending}`));

/** Origins that are exempt from the address checks, for private networks and tests. */
export type AllowedOrigins = ReadonlySet<string>;

/** Parses origins such as `http://127.0.0.1:4000`. Throws `invalid_origin` for any other string. */
export const parseOrigins = (texts: readonly string[]): AllowedOrigins => new Set(texts.map(parseOrigin));

function parseOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // Reject a path instead of ignoring it. Otherwise the rule would allow more URLs than it names.
  if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin;
  throw invalid("invalid_origin", `"${text}" is not an origin, such as https://keys.example.com:8443`);
}

/** TLS and connection settings for other hosts. Connections and TLS sessions are not reused. */
const connectionRules = {
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

// All public IPv6 addresses are in this block. ipaddr.js also reports unassigned addresses as unicast.
const globalUnicast = IPv6.parseCIDR("2000::/3");

/** Returns true if an address is on the public internet, outside private, local, reserved and transition ranges. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return IPv4.parse(address).range() === "unicast";
  return version === 6 && isPublicV6(address);
}

function isPublicV6(address: string): boolean {
  // Reject addresses with a zone such as `%eth0`, because only link-local addresses have a zone.
  if (address.includes("%")) return false;
  const parsed = IPv6.parse(address);
  return parsed.match(globalUnicast) && parsed.range() === "unicast";
}

/** Resolves a host name to its current addresses, IPv4 first. Throws if the host has no addresses. */
export type ResolveHost = (host: string) => Promise<readonly string[]>;

/**
 * Resolves host names through DNS servers directly, bypassing the hosts file.
 * If `servers` is omitted, uses the system's servers.
 * `cancel` ends pending queries.
 */
export function nameServers(servers?: readonly string[]): { readonly resolve: ResolveHost; cancel(): void } {
  const resolver = new Resolver({ timeout: 1_000, tries: 2 });
  if (servers) resolver.setServers(servers);
  return {
    async resolve(host) {
      const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
      const addresses = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
      const failed = answers.find((answer) => answer.status === "rejected");
      if (addresses.length === 0 && failed) throw failed.reason;
      return addresses;
    },
    cancel: () => resolver.cancel(),
  };
}
