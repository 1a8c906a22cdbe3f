import type { FetchError } from "./fetch-widget.js";

/** Returns the message of the console for a widget that could not be shown: what failed, and how to fix it. */
export async function explanationOf(error: FetchError, id: string): Promise<string> {
  const { response } = error;
  if (!response) return String(error);
  if (response.status === 404) return unknownWidget(id);
  const { detail } = ((await response.json().catch(() => undefined)) || {}) as { readonly detail?: string };
  return `The service responded with the HTTP status ${response.status}. ${detail || ""}`.trim();
}

const unknownWidget = (id: string): string =>
  `No widget "${id}" can be shown on ${location.origin}. Copy the element from "repute widget show", ` +
  `and allow this page with "repute widget set --origins ${location.origin}".`;
