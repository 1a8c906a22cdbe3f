import { onAddressChange } from "./address-changes.js";
import { statedConsent } from "./consent.js";
import { trackingFields } from "./fields.js";
import { parameterIn } from "./parameter.js";
import { quietly } from "./quietly.js";
import { forget, keep, type Landing, stored } from "./stored-landing.js";

/** Function that the script adds to the page. It returns the tracking parameter, or null if there is none. */
type GetScct = {
  (): string | null;
  /** Records whether the visitor consents to storing the parameter in the browser. */
  consent(granted: boolean): void;
};

declare global {
  interface Window {
    getSCCT?: GetScct;
  }
}

function start(): void {
  const fields = trackingFields();
  let consent = statedConsent();
  let landing: Landing | undefined;

  const known = () =>
    parameterIn(location) || (landing && landing.value) || (consent === "granted" ? stored(Date.now()) : null);
  const getSCCT = () => quietly(known) || null;
  const fill = () => void quietly(() => fields.fill(getSCCT()));

  function look(): void {
    const value = quietly(() => parameterIn(location));
    if (value) landing = { value, time: Date.now() };
    remember();
    fill();
  }

  function remember(): void {
    if (consent === "granted" && landing) keep(landing);
    if (consent === "denied") forget();
  }

  function decide(granted: boolean): void {
    consent = granted === true ? "granted" : "denied";
    remember();
    fill();
  }

  window.getSCCT = Object.assign(getSCCT, { consent: decide });
  fields.watch(fill);
  look();
  onAddressChange(look);
  document.addEventListener("DOMContentLoaded", fill);
  addEventListener("submit", fill, true);
}

// Do nothing if the script is already loaded.
quietly(() => {
  if (!window.getSCCT || !window.getSCCT.consent) start();
});

// Without an export, esbuild would bundle this entry as CommonJS, with a wrapper around each module.
export {};
