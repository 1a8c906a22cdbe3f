import { createNodes } from "./dom.js";
import { type EmbeddedWidget, linksView, type Texts, translatedComment } from "./reviews-view.js";

// This file of the widget has everything beyond the average and the reviews, and explanations of errors.

/** Minified text of `details.css`, which the build inserts. */
declare const __DETAILS__: string;

export const detailsStyle = __DETAILS__;

/**
 * Completes a widget: buttons of long comments, links to platforms, a name that no other widget has, and data for
 * search engines. Returns a function that removes the parts outside of the widget.
 */
export function complete(host: Element, section: HTMLElement, widget: EmbeddedWidget, texts: Texts): () => void {
  for (const [at, comment] of section.querySelectorAll(".comment").entries()) {
    const review = widget.reviews[at];
    if (review) comment.replaceWith(...translatedComment(review, texts).map(createNodes));
  }
  for (const comment of section.querySelectorAll<HTMLElement>(".comment")) truncate(comment, texts);
  const links = host.getAttribute("layout") !== "badge" && linksView(widget, texts);
  if (links) section.append(createNodes(links));
  const label = distinctLabel(section.getAttribute("aria-label") || "");
  section.setAttribute("aria-label", label);
  const removeData = addStructuredData(host, widget);
  return () => {
    labels.delete(label);
    removeData();
  };
}

const maxCharacters = 320;
const maxLines = 6;

/**
 * Truncates a long comment, with a button that expands it. Truncates only visually, so that screen readers read the
 * whole comment.
 */
function truncate(comment: HTMLElement, { more = "Read more", less = "Read less" }: Texts): void {
  const text = comment.textContent || "";
  if (text.length <= maxCharacters && text.split("\n").length <= maxLines) return;
  const name = comment.closest("li")?.querySelector(".name")?.textContent;
  const button = document.createElement("button");
  button.type = "button";
  button.setAttribute("part", "more");
  const show = (isWhole: boolean) => {
    comment.className = `comment ${isWhole ? "whole" : "cut"}`;
    button.textContent = isWhole ? less : more;
    button.setAttribute("aria-expanded", String(isWhole));
    button.setAttribute("aria-label", `${button.textContent}: ${name}`);
  };
  show(false);
  button.addEventListener("click", () => show(comment.classList.contains("cut")));
  comment.after(button);
}

/**
 * Stores the height of a widget for the next page of the visit. Keeps the space that the page has reserved as far as
 * it is visible, so that nothing visible moves, and gives it back when the widget is below the window.
 */
export function settle(host: HTMLElement, section: HTMLElement, reserved: number, key: string): void {
  const { top, height } = host.getBoundingClientRect();
  try {
    sessionStorage.setItem(key, String(height));
  } catch {
    // Some browsers and policies forbid the session storage.
  }
  const space = Math.min(reserved, innerHeight - top);
  if (space <= height || top + reserved < 0) return;
  section.style.minHeight = `${space}px`;
  const observer = new IntersectionObserver(([entry]) => {
    if (!entry || entry.isIntersecting || entry.boundingClientRect.top < 0) return;
    section.style.minHeight = "";
    observer.disconnect();
  });
  observer.observe(host);
}

/** Accessible names of the widgets on this page. */
const labels = new Set<string>();

/** Adds a number to a label that another widget has, so that screen readers announce different regions. */
function distinctLabel(label: string): string {
  let found = label;
  for (let number = 2; labels.has(found); number += 1) found = `${label} (${number})`;
  labels.add(found);
  return found;
}

/** Name of the Trusted Types policy. If a page requires Trusted Types, it must allow this name. */
const policyName = "repute-reviews";

type Rules = { createScript(text: string): string };

declare global {
  interface Window {
    readonly trustedTypes?: { createPolicy(name: string, rules: Rules): Rules };
  }
}

let rules: Rules | undefined;

/** Structured data on the page. Widgets with equal data share one element. */
const onPage = new Map<string, { readonly script: HTMLScriptElement; users: number }>();

/**
 * Adds structured data for search engines: the practice and its average rating (schema.org `AggregateRating`).
 * Adds nothing if the page's policy forbids scripts. Returns a function that removes the data.
 */
function addStructuredData(host: Element, { name, rating, total }: EmbeddedWidget): () => void {
  const aggregateRating = {
    "@type": "AggregateRating",
    ratingValue: rating,
    ratingCount: total,
    bestRating: 5,
    worstRating: 1,
  };
  const data = JSON.stringify({ "@context": "https://schema.org", ...practiceOf(host, name), aggregateRating });
  const shared = onPage.get(data) || { script: document.createElement("script"), users: 0 };
  const { script } = shared;
  try {
    // Escape `<` so that a name cannot close the script element in a saved page.
    if (shared.users === 0) script.text = trusted(data.replace(/</g, "\\u003c"));
  } catch {
    return () => {};
  }
  script.type = "application/ld+json";
  script.dataset["repute"] = "";
  document.head.append(script);
  shared.users += 1;
  onPage.set(data, shared);
  return () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    script.remove();
    onPage.delete(data);
  };
}

type Thing = Readonly<Record<string, unknown>>;

/**
 * Describes the practice. If the page's own structured data has the practice with an `@id`, uses this `@id`, so that
 * search engines merge both descriptions.
 */
function practiceOf(host: Element, name: string): Thing {
  const type = host.getAttribute("schema");
  const things = [...document.querySelectorAll('script[type="application/ld+json"]:not([data-repute])')].flatMap(
    ({ textContent }) => thingsIn(textContent || ""),
  );
  const named = things.filter((one) => one?.["@id"]);
  const typed = named.filter((one) => type && [one["@type"]].flat().includes(type));
  const own = named.find((one) => one["name"] === name) || (typed.length === 1 ? typed[0] : undefined);
  if (own) return { "@type": own["@type"], "@id": own["@id"], name: own["name"] || name };
  const url = host.getAttribute("url") || `${location.origin}/`;
  const address = host.getAttribute("address") || undefined;
  return { "@type": type || "MedicalBusiness", "@id": `${url}#${encodeURIComponent(name)}`, name, url, address };
}

/** Returns the things at the top of a JSON-LD document, or none if it is not JSON. */
function thingsIn(text: string): readonly Thing[] {
  try {
    const top = [JSON.parse(text) as Thing].flat();
    return top.flatMap((one) => [one, ...[(one["@graph"] as Thing) ?? []].flat()]);
  } catch {
    return [];
  }
}

/**
 * Wraps JSON as a `TrustedScript`, which Trusted Types require.
 * The browser does not run it, because the element's `type` marks it as data.
 */
function trusted(text: string): string {
  const { trustedTypes } = window;
  if (!trustedTypes) return text;
  rules = rules || trustedTypes.createPolicy(policyName, { createScript: (data) => data });
  return rules.createScript(text);
}

/** Returns the message of the console for an error of the service: what failed, and how to fix it. */
export async function explanationOf(response: Response, id: string): Promise<string> {
  if (response.status === 404) return unknownWidget(id);
  const { detail } = ((await response.json().catch(() => undefined)) || {}) as { readonly detail?: string };
  return `The service responded with the HTTP status ${response.status}. ${detail || ""}`.trim();
}

const unknownWidget = (id: string): string =>
  `No widget "${id}" can be shown on ${location.origin}. Copy the element from "repute widget show", ` +
  `and allow this page with "repute widget set --origins ${location.origin}".`;
