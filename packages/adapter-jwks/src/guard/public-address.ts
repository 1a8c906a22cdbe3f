import { isIP } from "node:net";
import { IPv4, IPv6 } from "ipaddr.js";

// ipaddr.js calls everything unicast that no special range claims, also what nobody was ever given.
const globalUnicast = IPv6.parseCIDR("2000::/3");

/** Whether an address is one of the open internet: no private, local, reserved or transition range. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return IPv4.parse(address).range() === "unicast";
  return version === 6 && isPublicV6(address);
}

function isPublicV6(address: string): boolean {
  // A zone such as `%eth0` belongs to an address of a local link.
  if (address.includes("%")) return false;
  const parsed = IPv6.parse(address);
  return parsed.match(globalUnicast) && parsed.range() === "unicast";
}
