import { quietly } from "./quietly.js";

/** The tracking parameter of the last tracked link, and the time of the visit. */
export type Landing = { readonly value: string; readonly time: number };

const name = "scct";
const days = 90;
const maxAge = days * 86_400_000;

/**
 * Stores the tracking parameter for 90 days in a cookie for the whole site.
 * Uses local storage if the browser rejects the cookie.
 */
export function keep({ value, time }: Landing): void {
  const text = `${value}.${time}`;
  const isCookie = quietly(() => domains().some((domain) => setCookie(text, maxAge / 1_000, domain)));
  quietly(() => (isCookie ? localStorage.removeItem(name) : localStorage.setItem(name, text)));
}

/** Returns the stored tracking parameter, or null if it is older than 90 days. */
export const stored = (now: number): string | null =>
  latest(quietly(cookies) || [], now) || latest([quietly(() => localStorage.getItem(name)) || ""], now);

/** Deletes the stored tracking parameter from all cookies and local storage. */
export function forget(): void {
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
  const [, value = "", time = "0"] = /^([\w-]{1,128})\.(\d{1,15})$/.exec(text) || [];
  return { value, time: Number(time) };
}
