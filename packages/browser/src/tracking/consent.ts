/** Whether anything may be kept in the visitor's browser; unasked while it is not known and must be. */
export type Consent = "granted" | "required" | "denied";

/** What the script's own element says in `data-consent`. Without it nobody has to be asked; an unknown word is no consent. */
export function statedConsent(): Consent {
  const element = document.currentScript || document.querySelector('script[src*="scct.js"]');
  const stated = element && element.getAttribute("data-consent");
  if (stated === null || stated === "granted") return "granted";
  return stated === "denied" ? "denied" : "required";
}
