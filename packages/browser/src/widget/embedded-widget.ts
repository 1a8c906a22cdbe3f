/** A review in the public data of a widget. */
export type EmbeddedReview = {
  readonly id: string;
  readonly rating: number;
  readonly name: string;
  readonly comment: string;
  readonly create_time: string;
  readonly platform: string;
};

/** Data of a widget: the practice's name, rating, number of ratings, and reviews. */
export type EmbeddedWidget = {
  readonly name: string;
  readonly total: number;
  readonly rating: number;
  readonly reviews: readonly EmbeddedReview[];
};

/** Fetches the data of a widget. The browser caches the response as the service's headers allow. */
export async function fetchWidget(service: string, id: string, signal: AbortSignal): Promise<EmbeddedWidget> {
  const address = new URL(`embed/${encodeURIComponent(id)}.json`, service);
  const response = await fetch(address, { signal, credentials: "omit", referrerPolicy: "no-referrer" });
  if (response.status === 404) throw new Error(unknownWidget(id));
  if (!response.ok) throw new Error(`The service responded with the HTTP status ${response.status}.`);
  return (await response.json()) as EmbeddedWidget;
}

const unknownWidget = (id: string): string =>
  `No widget "${id}" can be shown on ${location.origin}. Copy the element from "repute widget show", ` +
  `and allow this page with "repute widget set --origins ${location.origin}".`;
