import { createDomain } from "../domain.js";
import { memoryPorts, stillClock } from "../memory/memory-ports.js";

/** Creates a domain with the memory adapter, a stopped clock, and two accounts. */
export async function twoAccounts() {
  const clock = stillClock();
  const ports = memoryPorts({ clock });
  const domain = createDomain(ports);
  const { id: acme } = await domain.accounts.create({ key: "acme", name: "Acme" });
  const { id: zenith } = await domain.accounts.create({ key: "zenith", name: "Zenith" });
  return { clock, ports, domain, acme, zenith };
}

export type TwoAccounts = Awaited<ReturnType<typeof twoAccounts>>;
