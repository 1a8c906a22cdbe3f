import { Resolver } from "node:dns/promises";

/** The addresses that a name has now, IPv4 first; throws when there are none. */
export type ResolveHost = (host: string) => Promise<readonly string[]>;

/**
 * Asks name servers themselves (the system's unless others are given), past the hosts file and whatever else answers
 * names on this machine. `cancel` ends what is under way.
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
