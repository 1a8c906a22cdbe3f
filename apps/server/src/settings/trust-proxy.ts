import { isIP } from "node:net";
import { wholeNumber } from "./setting.js";

/** Parses a value for Express's `trust proxy` setting. Returns `undefined` if the string is invalid. */
export function parseTrustProxy(text: string): boolean | number | string | undefined {
  if (text === "true" || text === "false") return text === "true";
  const hops = wholeNumber(1, 100)(text);
  if (hops !== undefined) return hops;
  const members = text.split(",").map((member) => member.trim());
  return members.every(isProxy) ? members.join(",") : undefined;
}

function isProxy(text: string): boolean {
  if (["loopback", "linklocal", "uniquelocal"].includes(text)) return true;
  const [address = "", bits, more] = text.split("/");
  const width = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return more === undefined && wholeNumber(1, width)(bits ?? "1") !== undefined;
}
