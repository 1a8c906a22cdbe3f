import { cursorOfEarlierVersion, cursorRestored } from "../../foundation/feed/changes.js";
import type { FeedList } from "../../foundation/feed/feed.js";
import type { Progress } from "../../foundation/feed/progress.js";
import { publicLists, responsesPrefix } from "../../foundation/feed/public-lists.js";
import { base64url, parseBase64url } from "../../foundation/kernel/base64url.js";
import { invalidCursor } from "../../foundation/lists/page-cursor.js";
import type { CursorSigner } from "./cursor-key.js";

const maxLength = 300;
const encoder = new TextEncoder();
const shape =
  /^(?:2|3\.([0-9a-f]{16}))\.(copy|changes)\.(\d{1,16})(?:\.([A-Za-z/-]{1,40}\d{0,16})\.(-?\d{1,16})\.(\d{1,16})\.(\d{1,16}))?\.([0-9a-f]{32})$/;

const version = 3;
const signatureLength = 32;

/**
 * Encodes the progress of a copy as a cursor. The signature binds the cursor to an account, an epoch and a set of
 * lists.
 */
export function changeCursor(
  { epoch, sign }: CursorSigner,
  boundTo: string,
  { phase, revision, last }: Progress,
): string {
  const place = last ? [last.list, last.at, last.kind, last.id] : [];
  const body = [version, epoch, phase, revision, ...place].join(".");
  return base64url(encoder.encode(`${body}.${sign(`${body} ${boundTo}`)}`));
}

/**
 * Parses a change cursor. Throws `invalid_cursor` unless it was issued for the same account and lists.
 *
 * Throws `cursor_expired` if the cursor is from another epoch or an earlier version of the service, so that the copy
 * starts over.
 */
export function parseChangeCursor({ epoch, sign }: CursorSigner, boundTo: string, text: string): Progress {
  const plain = plainText(text);
  if (/^1\.(?:copy|changes)\./.test(plain)) throw cursorOfEarlierVersion();
  const parts = shape.exec(plain);
  const body = plain.slice(0, -signatureLength - 1);
  if (!parts || !isSame(parts[8] ?? "", sign(`${body} ${boundTo}`))) throw invalidCursor();
  const [, issuedIn, phase, revision, list] = parts;
  refuseOther(issuedIn, epoch);
  const [at, kind, id] = [parts[5], parts[6], parts[7]].map((part) => Number(part ?? 0)) as [number, number, number];
  const numbers = [Number(revision), at, kind, id];
  if (!numbers.every(Number.isSafeInteger) || (list !== undefined && !isFeedList(list))) throw invalidCursor();
  return {
    phase: phase as Progress["phase"],
    revision: Number(revision),
    ...(list !== undefined && { last: { list: list as FeedList, at, kind, id } }),
  };
}

/** Throws `cursor_expired` if the cursor is from another epoch or, as in earlier versions, contains no epoch. */
function refuseOther(issuedIn: string | undefined, epoch: string): void {
  if (issuedIn === undefined) throw cursorOfEarlierVersion();
  if (issuedIn !== epoch) throw cursorRestored();
}

const ofResponses = new RegExp(`^${responsesPrefix}\\d{1,16}$`);

const isFeedList = (text: string): text is FeedList =>
  text === "survey-responses" ? false : ofResponses.test(text) || publicLists.some((list) => list === text);

/** Compares two strings in constant time. */
function isSame(text: string, other: string): boolean {
  let difference = text.length ^ other.length;
  for (let place = 0; place < text.length; place += 1) difference |= text.charCodeAt(place) ^ other.charCodeAt(place);
  return difference === 0;
}

/** Decodes base64url to text. Throws for a non-canonical encoding. */
function plainText(text: string): string {
  const bytes = text.length > maxLength ? undefined : parseBase64url(text);
  if (!bytes) throw invalidCursor();
  return String.fromCharCode(...bytes);
}
