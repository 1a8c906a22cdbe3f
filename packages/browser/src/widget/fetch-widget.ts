import type { EmbeddedWidget } from "./embedded-widget.js";

/** Error with the response of the service, if there was one. */
export type FetchError = Error & { readonly response?: Response };

/** Fetches the data of a widget. The browser caches the response as the service's headers allow. */
export async function fetchWidget(
  service: string,
  id: string,
  query: Readonly<Record<string, string | null>>,
  signal: AbortSignal,
): Promise<EmbeddedWidget> {
  const address = new URL(`embed/${encodeURIComponent(id)}.json`, service);
  for (const [name, value] of Object.entries(query)) if (value) address.searchParams.set(name, value);
  const response = await fetch(address, { signal, credentials: "omit", referrerPolicy: "no-referrer" });
  if (!response.ok) throw Object.assign(new Error(`HTTP ${response.status}`), { response });
  return (await response.json()) as EmbeddedWidget;
}
