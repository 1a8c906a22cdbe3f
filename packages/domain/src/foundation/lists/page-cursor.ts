import type { FeedPosition } from "../feed/feed.js";
import { base64url, parseBase64url } from "../kernel/base64url.js";
import { crc32 } from "../kernel/crc32.js";
import { invalidParameter } from "../kernel/domain-error.js";
import type { Instant } from "../kernel/instant.js";

/** Contents of a pagination cursor: the last position, the page limit, and the watermark of the first page. */
export type PageCursor = { readonly position: FeedPosition; readonly limit: number; readonly watermark: Instant };

/** Maximum number of items per page. */
export const maxItems = 10_000;

const maxLength = 200;
const encoder = new TextEncoder();
const shape = /^1\.(-?\d{1,15})\.(\d{1,3})\.(\d{1,16})\.(\d{1,5})\.(\d{1,15})\.([0-9a-f]{8})$/;

/** Encodes a pagination cursor. The cursor is bound to one list and one set of parameters. */
export function cursorText(boundTo: string, { position, limit, watermark }: PageCursor): string {
  const body = [1, position.at, position.kind, position.id, limit, watermark].join(".");
  return base64url(encoder.encode(`${body}.${checkOf(boundTo, body)}`));
}

/** Decodes a pagination cursor. Throws `invalid_cursor` unless it was issued for the same list and parameters. */
export function parseCursor(boundTo: string, text: string): PageCursor {
  const plain = plainText(text);
  const parts = shape.exec(plain);
  const body = plain.slice(0, -9);
  if (!parts || parts[6] !== checkOf(boundTo, body)) throw invalidCursor();
  const at = (index: number) => Number(parts[index]);
  if (at(4) < 1 || at(4) > maxItems || !Number.isSafeInteger(at(3))) throw invalidCursor();
  return {
    position: { at: at(1) as Instant, kind: at(2), id: at(3) },
    limit: at(4),
    watermark: at(5) as Instant,
  };
}

/**
 * Returns a checksum that detects mistakes.
 * The checksum does not have to be secure, because a forged cursor gives access only to the caller's own rows.
 */
const checkOf = (boundTo: string, body: string): string => crc32(`${body} ${boundTo}`).toString(16).padStart(8, "0");

/** Decodes base64url to text. Throws for a non-canonical encoding. */
function plainText(text: string): string {
  const bytes = text.length > maxLength ? undefined : parseBase64url(text);
  if (!bytes) throw invalidCursor();
  return String.fromCharCode(...bytes);
}

/** Error for a cursor that was not issued for the list and parameters of the request. */
export const invalidCursor = () =>
  invalidParameter(
    "invalid_cursor",
    "cursor",
    "cursor must come from the same list, requested with the same parameters",
  );
