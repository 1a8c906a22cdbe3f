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

/**
 * Creates structured data for search engines: the practice and its average rating (schema.org `AggregateRating`).
 * Returns undefined if the page's policy forbids scripts.
 */
export function structuredData({ name, rating, total }: EmbeddedWidget, type: string): HTMLScriptElement | undefined {
  const data = {
    "@context": "https://schema.org",
    "@type": type,
    name,
    aggregateRating: {
      "@type": "AggregateRating",
      ratingValue: rating,
      ratingCount: total,
      bestRating: 5,
      worstRating: 1,
    },
  };
  const script = document.createElement("script");
  script.type = "application/ld+json";
  try {
    // Escape `<` so that a name cannot close the script element in a saved page.
    script.text = trusted(JSON.stringify(data).replace(/</g, "\\u003c"));
    return script;
  } catch {
    return undefined;
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
