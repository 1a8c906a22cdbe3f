import type { EmbeddedWidget } from "./embedded-widget.js";

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
export function addStructuredData({ name, rating, total }: EmbeddedWidget, type: string): () => void {
  const aggregateRating = {
    "@type": "AggregateRating",
    ratingValue: rating,
    ratingCount: total,
    bestRating: 5,
    worstRating: 1,
  };
  const data = JSON.stringify({ "@context": "https://schema.org", "@type": type, name, aggregateRating });
  const shared = onPage.get(data) || { script: document.createElement("script"), users: 0 };
  const { script } = shared;
  try {
    // Escape `<` so that a name cannot close the script element in a saved page.
    if (shared.users === 0) script.text = trusted(data.replace(/</g, "\\u003c"));
  } catch {
    return () => {};
  }
  script.type = "application/ld+json";
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
