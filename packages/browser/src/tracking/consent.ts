/** Consent to storing the tracking parameter in the browser. `required` means that the visitor has not decided yet. */
export type Consent = "granted" | "required" | "denied";

/**
 * Reads consent from the script element's `data-consent`.
 * A missing attribute means consent.
 * An unknown value means no consent.
 */
export function statedConsent(): Consent {
  const element = document.currentScript || document.querySelector('script[src*="scct.js"]');
  const stated = element && element.getAttribute("data-consent");
  if (stated === null || stated === "granted") return "granted";
  return stated === "denied" ? "denied" : "required";
}
