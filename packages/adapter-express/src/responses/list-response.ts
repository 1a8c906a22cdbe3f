import { setImmediate as turn } from "node:timers/promises";
import { type AppliedWindow, type FeedBatch, type Instant, isoInstant, type ListReading } from "@repute/domain";
import type { RouterOptions } from "../options.js";
import { rawQuery, readPairs } from "../requests/request-head.js";
import type { Exchange } from "../router/exchange.js";
import { acceptsStored } from "./encoding.js";
import { type ListForm, wholeList } from "./list-forms.js";
import { type Cursor, type HttpResponse, openCursor } from "./response.js";

/**
 * Size in bytes below which a list is sent in one write, if it has at most 3 batches.
 * A small list has several batches if its time window begins or ends within a stored segment.
 */
const smallList = 100_000;
const maxSmallBatches = 3;

/** Starts to read a list and returns its response. An error before the first batch becomes an error response. */
export async function listResponse(
  exchange: Exchange,
  reading: ListReading,
  form: ListForm,
  options: Pick<RouterOptions, "baseUrl">,
  /** Returns headers that depend on the first batch, or refuses the request. */
  epochHeader: (first: FeedBatch) => Promise<Record<string, string>>,
): Promise<HttpResponse> {
  const opened = openedAs(form, reading.opening);
  let length: number | undefined;
  const measure = async (batches: AsyncIterable<FeedBatch>) => void (length = await lengthOf(opened, batches));
  const packed = mayBePacked(exchange, reading, opened);
  const cursor = openCursor(
    exchange,
    reading.read(form.separator, needsLength(exchange) ? measure : undefined, packed),
  );
  try {
    const first = await cursor.next();
    if (!first) throw new Error("the list returned no batch; an empty list must return one empty batch");
    const { watermark, next, cursor: reached } = reading.pageOf(first);
    const headers = {
      "Content-Type": form.type,
      "Cache-Control": "no-store",
      ...windowHeaders(reading.window),
      ...timeHeaders({ "X-Modified-Since": reading.modifiedSince, "X-Watermark": watermark }),
      ...(await epochHeader(first)),
      ...(reached !== undefined && { "X-Cursor": reached }),
      ...(next !== undefined && { Link: nextLink(exchange, options, next) }),
    };
    const body = await bodyOf(opened, first, cursor);
    return {
      status: 200,
      headers,
      body,
      ...(packed && !(body instanceof Uint8Array) && { packed }),
      compressible: length === undefined,
      negotiated: true,
      ...(length !== undefined && { length }),
    };
  } catch (error) {
    await cursor.close();
    throw error;
  }
}

/** True if stored compressed batches can be sent unchanged. */
const mayBePacked = ({ request }: Exchange, { packedBy }: ListReading, { separator, isVerbatim }: ListForm): boolean =>
  packedBy === separator &&
  isVerbatim &&
  request.httpVersion !== "1.0" &&
  request.method !== "HEAD" &&
  acceptsStored(request.headers["accept-encoding"]?.toString());

/** True if the response must declare its length. In HTTP/1.0, a truncated list would otherwise look complete. */
const needsLength = ({ request }: Exchange): boolean => request.httpVersion === "1.0" && request.method !== "HEAD";

/** Sets the opening text of a JSON list. Other formats have no opening text, so they stay unchanged. */
const openedAs = (form: ListForm, opening: string | undefined): ListForm =>
  opening === undefined || form.separator === "\n" ? form : { ...form, opening: Buffer.from(opening) };

async function bodyOf(form: ListForm, first: FeedBatch, cursor: Cursor): Promise<HttpResponse["body"]> {
  const read: [FeedBatch, ...FeedBatch[]] = [first];
  while (maySoonBeRead(read)) {
    const next = read.at(-1)?.delivery?.isLast ? undefined : await cursor.next();
    if (!next) {
      await cursor.close();
      return wholeList(form, ...read.map(({ json }) => json));
    }
    read.push(next);
  }
  return { form, read, cursor };
}

/**
 * True if the list may be small enough to send in one write.
 * Otherwise, batches are sent as they are read.
 * The number of batches is limited, because reading further batches would delay the first items.
 */
function maySoonBeRead(read: readonly FeedBatch[]): boolean {
  const bytes = read.reduce((sum, { json }) => sum + json.length, 0);
  return read.length <= maxSmallBatches && bytes < smallList && !read.some(({ delivery }) => delivery?.packed);
}

/** Returns the length of a list in bytes without buffering the list. */
async function lengthOf(form: ListForm, batches: AsyncIterable<FeedBatch>): Promise<number> {
  let length = form.opening.length;
  let isEmpty = true;
  for await (const { json } of batches) {
    if (!isEmpty) length += form.between.length;
    isEmpty &&= json.length === 0;
    for (const portion of form.portions(json)) {
      length += portion.length;
      form.reuse(portion);
      await turn();
    }
  }
  return length + form.closing(isEmpty).length;
}

/** Returns the response headers that report the applied time window. */
export const windowHeaders = (window: AppliedWindow | undefined): Record<string, string> =>
  timeHeaders({ "X-Window-Start": window?.start, "X-Window-End": window?.end });

const timeHeaders = (times: Readonly<Record<string, Instant | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(times).flatMap(([name, time]) => (time === undefined ? [] : [[name, isoInstant(time)]])),
  );

/** Returns the `Link` header for the next page: the request's public path and query with the next cursor. */
function nextLink({ request, facts }: Exchange, { baseUrl }: Pick<RouterOptions, "baseUrl">, cursor: string): string {
  const mount = new URL(baseUrl ?? request.baseUrl ?? "", "http://any").pathname.replace(/\/$/, "");
  const others = readPairs(rawQuery(request.url ?? "")).filter(([name]) => name !== "" && name !== "cursor");
  const query = [...others, ["cursor", cursor]].map((pair) => pair.map(encodeURIComponent).join("=")).join("&");
  return `<${mount}${facts.route}?${query}>; rel="next"`;
}
