/** Whether the script may store the value in the browser. `required` means that the visitor has not decided yet. */
export type Consent = "granted" | "required" | "denied";

/**
 * Reads consent from the script element's `data-consent`. A missing attribute grants consent, and an unknown value does
 * not.
 */
export function statedConsent(): Consent {
  const element = document.currentScript || document.querySelector('script[src*="scct.js"]');
  const stated = element && element.getAttribute("data-consent");
  if (stated === null || stated === "granted") return "granted";
  return stated === "denied" ? "denied" : "required";
}
