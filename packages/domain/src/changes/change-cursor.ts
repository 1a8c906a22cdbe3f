import type { Progress } from "../feed/progress.js";
import type { FeedList } from "../feed/feed.js";
import { publicLists, responsesPrefix } from "../feed/public-lists.js";
import { base64url, parseBase64url } from "../kernel/base64url.js";
import { crc32 } from "../kernel/crc32.js";
import { invalidCursor } from "../lists/page-cursor.js";

const longest = 300;
const encoder = new TextEncoder();
const shape =
  /^1\.(copy|changes)\.(\d{1,16})(?:\.([A-Za-z/-]{1,40}\d{0,16})\.(-?\d{1,16})\.(\d{1,16})\.(\d{1,16}))?\.([0-9a-f]{8})$/;

/** The progress of a copy as text, bound to what it is good for: one account, and some lists of it. */
export function changeCursor(boundTo: string, { phase, revision, last }: Progress): string {
  const place = last ? [last.list, last.at, last.kind, last.id] : [];
  const body = [1, phase, revision, ...place].join(".");
  return base64url(encoder.encode(`${body}.${checkOf(boundTo, body)}`));
}

/** The progress that a text tells; anything but what `changeCursor` made for the same is refused. */
export function parseChangeCursor(boundTo: string, text: string): Progress {
  const plain = plainText(text);
  const parts = shape.exec(plain);
  if (!parts || parts[7] !== checkOf(boundTo, plain.slice(0, -9))) throw invalidCursor();
  const [, phase, revision, list] = parts;
  const [at, kind, id] = [parts[4], parts[5], parts[6]].map((part) => Number(part ?? 0)) as [number, number, number];
  const numbers = [Number(revision), at, kind, id];
  if (!numbers.every(Number.isSafeInteger) || (list !== undefined && !isFeedList(list))) throw invalidCursor();
  return {
    phase: phase as Progress["phase"],
    revision: Number(revision),
    ...(list !== undefined && { last: { list: list as FeedList, at, kind, id } }),
  };
}

const ofResponses = new RegExp(`^${responsesPrefix}\\d{1,16}$`);

const isFeedList = (text: string): text is FeedList =>
  text === "survey-responses" ? false : ofResponses.test(text) || publicLists.some((list) => list === text);

/** Against mistakes, not against malice: whoever makes up how far they have come gets their own rows. */
const checkOf = (boundTo: string, body: string): string => crc32(`${body} ${boundTo}`).toString(16).padStart(8, "0");

/** Only the one spelling that we write is read. */
function plainText(text: string): string {
  const bytes = text.length > longest ? undefined : parseBase64url(text);
  if (!bytes) throw invalidCursor();
  return String.fromCharCode(...bytes);
}
