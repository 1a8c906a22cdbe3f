import type { FeedPlace } from "../feed/feed.js";
import { crc32 } from "../kernel/crc32.js";
import { invalidParameter } from "../kernel/domain-error.js";
import type { Instant } from "../kernel/instant.js";

/** Where a page ended, how long it was at most, and the watermark of the first page of its list. */
export type PageCursor = { readonly place: FeedPlace; readonly limit: number; readonly watermark: Instant };

const longest = 200;
const shape = /^1\.(-?\d{1,15})\.(\d{1,3})\.(\d{1,16})\.(\d{1,5})\.(\d{1,15})\.([0-9a-f]{8})$/;

/** A cursor as text, good for `scope` alone: what list it is of, and with which parameters. */
export function cursorText(scope: string, { place, limit, watermark }: PageCursor): string {
  const body = [1, place.at, place.kind, place.id, limit, watermark].join(".");
  return base64url(`${body}.${checkOf(scope, body)}`);
}

/** The cursor of a text; anything but what `cursorText` made for this scope is refused. */
export function parseCursor(scope: string, text: string): PageCursor {
  const plain = plainText(text);
  const parts = shape.exec(plain);
  const body = plain.slice(0, -9);
  if (!parts || parts[6] !== checkOf(scope, body)) throw invalidCursor();
  const at = (index: number) => Number(parts[index]);
  return {
    place: { at: at(1) as Instant, kind: at(2), id: at(3) },
    limit: at(4),
    watermark: at(5) as Instant,
  };
}

/** Against mistakes, not against malice: a place that somebody makes up shows nothing but their own rows. */
const checkOf = (scope: string, body: string): string => crc32(`${body} ${scope}`).toString(16).padStart(8, "0");

const base64url = (text: string): string => btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** Only the one spelling that we write is read. */
function plainText(text: string): string {
  const plain = text.length > longest ? undefined : decoded(text.replaceAll("-", "+").replaceAll("_", "/"));
  if (plain === undefined || base64url(plain) !== text) throw invalidCursor();
  return plain;
}

function decoded(base64: string): string | undefined {
  try {
    return atob(base64);
  } catch {
    return undefined;
  }
}

const invalidCursor = () =>
  invalidParameter(
    "invalid_cursor",
    "cursor",
    "cursor is not one that this list gave out, or was given out for other parameters",
  );
