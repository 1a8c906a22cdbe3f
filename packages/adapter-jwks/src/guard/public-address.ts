import { isIP } from "node:net";
import { IPv4, IPv6 } from "ipaddr.js";

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
