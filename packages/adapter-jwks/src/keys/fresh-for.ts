import type { KeySetAnswer } from "./fetch-key-set.js";

const second = 1_000;
const maxFreshness = 600 * second;

/** Returns how long a key set stays fresh, in milliseconds: 10 minutes, or less if Cache-Control requires it. */
export function freshFor({ cacheControl = "", age = "" }: Omit<KeySetAnswer, "body">): number {
  const directives = cacheControl.toLowerCase().split(",");
  const allowed = directives.map((directive) => allowedBy(directive.trim()));
  // Subtract the time that the response spent in caches.
  const used = /^\d{1,9}$/.test(age) ? Number(age) : 0;
  return Math.max(0, Math.min(maxFreshness, (Math.min(...allowed) - used) * second));
}

/**
 * Returns the freshness lifetime in seconds that one Cache-Control directive allows.
 * An invalid `max-age` counts as 0.
 */
function allowedBy(directive: string): number {
  const [name = "", value = ""] = directive.split("=").map((part) => part.trim());
  if (name === "no-store" || name === "no-cache") return 0;
  if (name !== "max-age") return Infinity;
  return /^"?\d{1,9}"?$/.test(value) ? Number(value.replaceAll('"', "")) : 0;
}
