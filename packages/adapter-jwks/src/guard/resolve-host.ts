import { Resolver } from "node:dns/promises";

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
