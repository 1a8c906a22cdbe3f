import type { EmbeddedWidget } from "./embedded-widget.js";

/** Pages that require trusted types have to allow a policy of this name (`trusted-types repute-reviews`). */
const policyName = "repute-reviews";

type Rules = { createScript(text: string): string };

declare global {
  interface Window {
    readonly trustedTypes?: { createPolicy(name: string, rules: Rules): Rules };
  }
}

let rules: Rules | undefined;

/**
 * What the page tells search engines: the practice with its average rating (schema.org, AggregateRating); `undefined` on
 * a page whose policy forbids it.
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
    // A page that is saved with it must not end there, whatever the name is.
    script.text = trusted(JSON.stringify(data).replace(/</g, "\\u003c"));
    return script;
  } catch {
    return undefined;
  }
}

/** Data, and never a script: its type keeps it from being run. */
function trusted(text: string): string {
  const { trustedTypes } = window;
  if (!trustedTypes) return text;
  rules = rules || trustedTypes.createPolicy(policyName, { createScript: (data) => data });
  return rules.createScript(text);
}
