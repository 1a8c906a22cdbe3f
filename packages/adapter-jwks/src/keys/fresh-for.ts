import type { KeySetAnswer } from "./fetch-key-set.js";

const second = 1_000;
const longest = 600 * second;

/** For how many milliseconds an answer need not be asked for again: 10 minutes, or less if its Cache-Control says so. */
export function freshFor({ cacheControl = "", age = "" }: Omit<KeySetAnswer, "body">): number {
  const directives = cacheControl.toLowerCase().split(",");
  const allowed = directives.map((directive) => allowedBy(directive.trim()));
  // What a cache on the way has used up already is gone.
  const used = /^\d{1,9}$/.test(age) ? Number(age) : 0;
  return Math.max(0, Math.min(longest, (Math.min(...allowed) - used) * second));
}

/** How many seconds one directive allows. A `max-age` that is not understood allows none. */
function allowedBy(directive: string): number {
  const [name = "", value = ""] = directive.split("=").map((part) => part.trim());
  if (name === "no-store" || name === "no-cache") return 0;
  if (name !== "max-age") return Infinity;
  return /^"?\d{1,9}"?$/.test(value) ? Number(value.replaceAll('"', "")) : 0;
}
