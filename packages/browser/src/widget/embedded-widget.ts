/** A review as the service gives it to everybody. */
export type EmbeddedReview = {
  readonly id: string;
  readonly rating: number;
  readonly name: string;
  readonly comment: string;
  readonly create_time: string;
  readonly platform: string;
};

/** What a widget shows. */
export type EmbeddedWidget = {
  readonly name: string;
  readonly total: number;
  readonly rating: number;
  readonly reviews: readonly EmbeddedReview[];
};

/** Asks the service what a widget shows; the browser keeps it as long as the service allows. */
export async function fetchWidget(service: string, id: string, signal: AbortSignal): Promise<EmbeddedWidget> {
  const address = new URL(`embed/${encodeURIComponent(id)}.json`, service);
  const response = await fetch(address, { signal, credentials: "omit", referrerPolicy: "no-referrer" });
  if (!response.ok) throw new Error(`Failed to load the review widget: HTTP status ${response.status}`);
  return (await response.json()) as EmbeddedWidget;
}
