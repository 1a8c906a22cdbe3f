import { parameterIn } from "./parameter.js";

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

/** Consent to storing the tracking parameter in the browser. `required` means that the visitor has not decided yet. */
type Consent = "granted" | "required" | "denied";

/**
 * Reads consent from the script element's `data-consent`.
 * A missing attribute means consent.
 * An unknown value means no consent.
 */
function statedConsent(): Consent {
  const element = document.currentScript || document.querySelector('script[src*="scct.js"]');
  const stated = element && element.getAttribute("data-consent");
  if (stated === null || stated === "granted") return "granted";
  return stated === "denied" ? "denied" : "required";
}

/** The tracking parameter of the last tracked link, and the time of the visit. */
type Landing = { readonly value: string; readonly time: number };

const name = "scct";
const days = 90;
const maxAge = days * 86_400_000;

/**
 * Stores the tracking parameter for 90 days in a cookie for the whole site.
 * Uses local storage if the browser rejects the cookie.
 */
function keep({ value, time }: Landing): void {
  const text = `${value}.${time}`;
  const isCookie = quietly(() => domains().some((domain) => setCookie(text, maxAge / 1_000, domain)));
  quietly(() => (isCookie ? localStorage.removeItem(name) : localStorage.setItem(name, text)));
}

/** Returns the stored tracking parameter, or null if it is older than 90 days. */
const stored = (now: number): string | null =>
  latest(quietly(cookies) || [], now) || latest([quietly(() => localStorage.getItem(name)) || ""], now);

/** Deletes the stored tracking parameter from all cookies and local storage. */
function forget(): void {
  quietly(() => domains().forEach((domain) => setCookie("", 0, domain)));
  quietly(() => localStorage.removeItem(name));
}

/**
 * Returns cookie domains to try, broadest first.
 * Browsers reject public suffixes such as `co.uk`, so the first domain that they accept is the site.
 * The last entry is empty and means the page's own host.
 */
function domains(): readonly string[] {
  const labels = location.hostname.split(".");
  const wider = labels.slice(1).map((_, index) => `;Domain=${labels.slice(-2 - index).join(".")}`);
  return [...wider, ""];
}

/** Sets a cookie. Returns true if the browser accepted the cookie. */
function setCookie(text: string, seconds: number, domain: string): boolean {
  document.cookie = `${name}=${text};Path=/;Max-Age=${seconds};SameSite=Lax;Secure${domain}`;
  return cookies().includes(text);
}

/** Returns the values of all tracking cookies. There may be several, because each parent domain can set its own. */
const cookies = (): readonly string[] =>
  document.cookie
    .split("; ")
    .filter((cookie) => cookie.startsWith(`${name}=`))
    .map((cookie) => cookie.slice(name.length + 1));

function latest(texts: readonly string[], now: number): string | null {
  const [landing] = texts
    .map(landingOf)
    .filter(({ time }) => now - time < maxAge)
    .sort((a, b) => b.time - a.time);
  return landing ? landing.value : null;
}

/** Parses a stored tracking parameter with its time. An invalid value gets time 0, so that it counts as expired. */
function landingOf(text: string): Landing {
  const [, value = "", time = "0"] = /^([\w.~:@/-]{1,128})\.(\d{1,15})$/.exec(text) || [];
  return { value, time: Number(time) };
}

/**
 * Maximum number of times that the script fills the fields of a page.
 * Prevents an endless loop on a page that redraws its form on every change.
 */
const maxFills = 200;

/** Manages the form fields that contain the tracking parameter. */
function trackingFields() {
  const filled = new WeakMap<HTMLInputElement, string>();
  let fills = 0;

  /**
   * Fills a field only if it is empty or was filled by this script.
   * Never overwrites values from the page or its user.
   */
  function fill(field: HTMLInputElement, value: string): void {
    const isOurs = field.value === "" || field.value === filled.get(field);
    if (!isOurs || field.value === value || !/^(hidden|text)$/.test(field.type)) return;
    filled.set(field, value);
    fills += 1;
    enter(field, value);
  }

  return {
    /** Fills all fields. Null clears the fields that this script has filled. */
    fill: (value: string | null) =>
      document
        .querySelectorAll<HTMLInputElement>('input[name="scct"]')
        .forEach((field) => quietly(() => fill(field, value || ""))),
    /** Calls `appeared` whenever elements are added to the page or renamed. */
    watch: (appeared: () => void) =>
      new MutationObserver(() => {
        if (fills < maxFills) appeared();
      }).observe(document, { childList: true, subtree: true, attributeFilter: ["name"] }),
  };
}

/**
 * Sets the value of a field and dispatches events as if a user had typed.
 * Uses the prototype's setter because frameworks override the element's own setter.
 */
function enter(field: HTMLInputElement, value: string): void {
  const own = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
  if (own && own.set) own.set.call(field, value);
  else field.value = value;
  for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
}

/** Calls `changed` whenever the page's address changes without a page load. */
function onAddressChange(changed: () => void): void {
  for (const event of ["popstate", "hashchange"]) addEventListener(event, changed);
  quietly(() => {
    history.pushState = followed(history.pushState, changed);
    history.replaceState = followed(history.replaceState, changed);
  });
}

/** Wraps a function so that each call is followed by a call of `changed`. */
function followed<Arguments extends unknown[], T>(work: (...args: Arguments) => T, changed: () => void) {
  return function (this: unknown, ...args: Arguments): T {
    const answer = work.apply(this, args);
    changed();
    return answer;
  };
}

/** Runs `work` and returns its result. Returns undefined if `work` throws, so that no failure breaks the page. */
function quietly<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

// Do nothing if the script is already loaded.
quietly(() => {
  if (!window.getSCCT || !window.getSCCT.consent) start();
});

// Without an export, esbuild would bundle this entry as CommonJS, with a wrapper around each module.
export {};
