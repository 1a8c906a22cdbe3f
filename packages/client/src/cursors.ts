import { invalidResponse } from "./repute-error.js";

const maxCursor = 4_096;

/** Returns the cursor of a page of changes from the header `X-Cursor`. */
export function cursorOf(response: Response): string {
  const cursor = response.headers.get("x-cursor") ?? "";
  if (cursor === "" || cursor.length > maxCursor) throw invalidResponse(response, "no usable X-Cursor header");
  return cursor;
}

/**
 * Returns the new cursor of a page of changes.
 * Throws `invalid_response` if a page with changes repeats the old cursor, because the client would then fetch this
 * page forever.
 */
export function movedCursorOf(response: Response, before: string | null, bytes: number): string {
  const cursor = cursorOf(response);
  if (bytes > 0 && cursor === before) throw invalidResponse(response, "changes without a new cursor");
  return cursor;
}

/**
 * Returns the cursor of the next page from the header `Link`.
 * Ignores the rest of the URL, so that credentials are only sent to `baseUrl`.
 */
export function nextCursor(response: Response): string | undefined {
  const [, link] = /<([^<>]*)>; rel="next"/.exec(response.headers.get("link") ?? "") ?? [];
  if (link === undefined) return undefined;
  const cursor = URL.canParse(link, "http://any") ? new URL(link, "http://any").searchParams.get("cursor") : null;
  if (!cursor || cursor.length > maxCursor)
    throw invalidResponse(response, "a link to a next page without a usable cursor");
  return cursor;
}

/**
 * Returns a function that detects endless pagination and throws `invalid_response`.
 * Pagination is endless after an empty page with a next page, or after a repeated cursor.
 * The function remembers one cursor at a time (Brent's algorithm) and finds any cycle within three times the cycle's
 * length.
 */
export function cursorWatch(): (response: Response, next: string, bytes: number) => void {
  let remembered: string | undefined;
  let steps = 0;
  let power = 1;
  return (response, next, bytes) => {
    if (bytes === 0) throw invalidResponse(response, "an empty page with a link to a next page");
    if (next === remembered) throw invalidResponse(response, "a link to a page that was already read");
    steps += 1;
    if (steps < power) return;
    [remembered, power, steps] = [next, power * 2, 0];
  };
}
