import { quietly } from "./quietly.js";

/** The last tracked link that led to the site, and when. */
export type Landing = { readonly value: string; readonly time: number };

const name = "scct";
const days = 90;
const longest = days * 86_400_000;

/** Keeps the landing for 90 days in a cookie of the whole site, or in the origin's storage where there are no cookies. */
export function keep({ value, time }: Landing): void {
  const text = `${value}.${time}`;
  const isCookie = quietly(() => domains().some((domain) => setCookie(text, longest / 1_000, domain)));
  quietly(() => (isCookie ? localStorage.removeItem(name) : localStorage.setItem(name, text)));
}

/** The value of the kept landing, until it is 90 days old. */
export const kept = (now: number): string | null =>
  latest(quietly(cookies) || [], now) || latest([quietly(() => localStorage.getItem(name)) || ""], now);

/** Leaves nothing behind. */
export function forget(): void {
  quietly(() => domains().forEach((domain) => setCookie("", 0, domain)));
  quietly(() => localStorage.removeItem(name));
}

/**
 * The domains that a cookie can be for, widest first. Browsers refuse one that is shared by strangers, such as `co.uk`,
 * so that the first that is accepted is the site's; the empty one, for the page's own host, comes last.
 */
function domains(): readonly string[] {
  const labels = location.hostname.split(".");
  const wider = labels.slice(1).map((_, index) => `;Domain=${labels.slice(-2 - index).join(".")}`);
  return [...wider, ""];
}

/** Sets the cookie; returns whether it was accepted. */
function setCookie(text: string, seconds: number, domain: string): boolean {
  document.cookie = `${name}=${text};Path=/;Max-Age=${seconds};SameSite=Lax;Secure${domain}`;
  return cookies().includes(text);
}

/** There may be several of the name, for different domains. */
const cookies = (): readonly string[] =>
  document.cookie
    .split("; ")
    .filter((cookie) => cookie.startsWith(`${name}=`))
    .map((cookie) => cookie.slice(name.length + 1));

function latest(texts: readonly string[], now: number): string | null {
  const [landing] = texts
    .map(landingOf)
    .filter(({ time }) => now - time < longest)
    .sort((a, b) => b.time - a.time);
  return landing ? landing.value : null;
}

/** Somebody else may have written it; what is no landing is one of long ago. */
function landingOf(text: string): Landing {
  const [, value = "", time = "0"] = /^([\w-]{1,128})\.(\d{1,15})$/.exec(text) || [];
  return { value, time: Number(time) };
}
