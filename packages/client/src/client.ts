import createFetchClient, { type Client } from "openapi-fetch";
import type { paths } from "./api.js";
import {
  accessTokens,
  partnerSender,
  type Sender,
  type Sign,
  type SigningKey,
  signWith,
  tokenSender,
} from "./credentials.js";
import {
  type Change,
  type ChangePage,
  type ChangesOptions,
  type Checksum,
  type Checksums,
  isChange,
  type ItemOf,
  type ListOptions,
  type ListPath,
  type ListPosition,
  type RawChangePage,
} from "./lists.js";
import { type Answered, ceilings, connectionLost, invalidResponse, ReputeError } from "./repute-error.js";
import { type Pause, pause, type Retries, withRetries } from "./retries.js";

/**
 * An API token (v2), an account key (v1), or a partner's signing key. The signing key is PKCS #8 in PEM format, a
 * `CryptoKey`, or a function that signs.
 */
export type Credential =
  | { readonly apiToken: string }
  | { readonly accountKey: string }
  | {
      readonly clientId: string;
      readonly keyId: string;
      readonly privateKey: string | SigningKey | Sign;
      /**
       * URL of the token endpoint, which is also the audience of assertions. Defaults to `/oauth/token` under
       * `baseUrl`.
       */
      readonly tokenUrl?: string;
    };

export type ClientOptions = {
  /** URL of the service, such as `https://repute.example.com`. Includes the path under which the service is mounted. */
  readonly baseUrl: string;
  readonly credential: Credential;
  /** Maximum number of retries of an idempotent request. Defaults to 6. */
  readonly retries?: number;
  /** Maximum wait before a retry, in seconds. A longer `Retry-After` is an error. Defaults to 120. */
  readonly maxWaitSeconds?: number;
  readonly fetch?: typeof fetch;
  readonly pause?: Pause;
};

export type ReputeClient = {
  /**
   * All operations of the API, as an openapi-fetch client. Throws a `ReputeError` for every response except success.
   */
  readonly api: Client<paths>;
  /**
   * Yields the rows of a list. Without `limit`, the client streams one snapshot, and a lost connection is an error.
   * With `limit`, the client fetches the list in pages, and requests incomplete pages again.
   */
  list<P extends ListPath>(path: P, options?: ListOptions<P>): AsyncGenerator<ItemOf<P>, void>;
  /** Yields pages of changes. Ends when no changes are left, unless `waitSeconds` is set. */
  changes(options?: ChangesOptions): AsyncGenerator<ChangePage, void>;
  /** Yields pages of changes without parsing the changes. */
  rawChanges(options?: ChangesOptions): AsyncGenerator<RawChangePage, void>;
  /** Returns the row counts and checksums by list and month, for verifying a complete copy. */
  checksums(options?: Pick<ChangesOptions, "lists" | "signal">): Promise<Checksums>;
};

/**
 * Pauses between long-polling requests in milliseconds: after a normal response, and after the server refused to wait.
 */
const pauseBetweenWaits = 100;
const pauseWhenUnheld = 2_000;

/** Maximum number of checksums in a response. The response contains one checksum per list and month. */
const maxChecksums = 100_000;

/** Creates a client without connecting to the service. */
export function createClient(options: ClientOptions): ReputeClient {
  const { retries: times = 6, maxWaitSeconds = 120 } = options;
  const baseUrl = options.baseUrl.replace(/\/$/, "");
  const send = senderOf(options, baseUrl);
  const retries: Retries = { times, maxMs: maxWaitSeconds * 1_000, pause: options.pause ?? pause };
  const get = (url: URL, headers: Record<string, string>, signal: AbortSignal | undefined) =>
    send(new Request(url, { headers: { Accept: "application/x-ndjson", ...headers }, signal: signal ?? null }));

  async function* pages(url: URL, allowed: Allowed, signal: AbortSignal | undefined, prefer: () => string | undefined) {
    const advance = cursorWatch();
    for (;;) {
      const headers: Record<string, string> = {};
      const preferred = prefer();
      if (preferred !== undefined) headers["Prefer"] = preferred;
      const page = await withRetries(retries, signal, async () => {
        const response = await get(url, headers, signal);
        const next = nextCursor(response);
        return { ndjson: await bytesOf(response, signal, allowed), response, next };
      });
      if (page.next !== undefined) advance(page.response, page.next, page.ndjson.length);
      yield page;
      if (page.next !== undefined) url.searchParams.set("cursor", page.next);
      else return;
    }
  }

  async function* list<P extends ListPath>(path: P, requested?: ListOptions<P>): AsyncGenerator<ItemOf<P>, void> {
    const { query, path: parts, signal, onPosition } = (requested ?? {}) as Requested;
    let report = onPosition;
    /** Reports the position of the first page, because later pages may contain later changes. */
    const note = ({ headers }: Response) => {
      const [since, epoch] = [headers.get("x-watermark"), headers.get("x-epoch")];
      if (since !== null && epoch !== null) report?.({ modified_since: since, epoch });
      report = undefined;
    };
    const url = urlOf(baseUrl, path, query, parts);
    if (query?.["limit"] === undefined) {
      const response = await withRetries(retries, signal, () => get(url, {}, signal));
      note(response);
      return yield* arriving<ItemOf<P>>(response, signal);
    }
    const allowed = { rows: Number(query["limit"]), bytes: ceilings.page };
    for await (const { ndjson, response } of pages(url, allowed, signal, () => undefined)) {
      note(response);
      yield* valuesOf<ItemOf<P>>(response, new TextDecoder().decode(ndjson));
    }
  }

  async function* rawChanges(requested: ChangesOptions = {}): AsyncGenerator<RawChangePage, void> {
    const { lists, waitSeconds, signal } = requested;
    let { cursor, limit = 10_000 } = requested;
    let wait = false;
    for (;;) {
      const url = urlOf(baseUrl, "/v2/changes", { cursor, limit, ...(lists && { lists: lists.join(",") }) });
      const since = Date.now();
      let received = 0;
      const allowed = { rows: limit, bytes: ceilings.changes };
      const prefer = () => (wait ? `wait=${waitSeconds}` : undefined);
      try {
        for await (const { ndjson, response, next } of pages(url, allowed, signal, prefer)) {
          cursor = movedCursorOf(response, url.searchParams.get("cursor"), ndjson.length);
          wait = false;
          received += ndjson.length;
          yield { ndjson, cursor, more: next !== undefined };
        }
      } catch (error) {
        limit = fewerRows(error, limit);
        continue;
      }
      wait = true;
      if (waitSeconds === undefined) return;
      // Pause longer if the server responded at once, which means that it has reached its limit of waiting requests.
      const isUnheld = received === 0 && Date.now() - since < 1_000;
      await retries.pause(isUnheld ? pauseWhenUnheld : pauseBetweenWaits, signal);
    }
  }

  return {
    api: createFetchClient<paths>({ baseUrl, fetch: (request) => withRetriesOf(retries, send, request) }),
    list,
    rawChanges,
    checksums: ({ lists, signal } = {}) =>
      withRetries(retries, signal, async () => {
        const url = urlOf(baseUrl, "/v2/checksums", lists && { lists: lists.join(",") });
        const response = await get(url, {}, signal);
        const ndjson = await bytesOf(response, signal, { rows: maxChecksums, bytes: ceilings.changes });
        const checksums = valuesOf<Checksum>(response, new TextDecoder().decode(ndjson));
        return { checksums, cursor: cursorOf(response) };
      }),
    async *changes(requested) {
      for await (const { ndjson, ...page } of rawChanges(requested)) {
        const from = { url: `${baseUrl}/v2/changes`, status: 200 };
        const changes = valuesOf<Change>(from, new TextDecoder().decode(ndjson));
        if (!changes.every(isChange)) throw invalidResponse(from, "a line that is not a valid change");
        yield { ...page, changes };
      }
    },
  };
}

function senderOf({ credential, fetch: custom }: ClientOptions, baseUrl: string): Sender {
  const send = custom ?? ((...request: Parameters<typeof fetch>) => fetch(...request));
  if ("apiToken" in credential) return tokenSender(credential.apiToken, send);
  if ("accountKey" in credential) return tokenSender(credential.accountKey, send);
  const { clientId, keyId, privateKey, tokenUrl = `${baseUrl}/oauth/token` } = credential;
  const sign = typeof privateKey === "function" ? privateKey : signWith(privateKey);
  return partnerSender(accessTokens({ clientId, keyId, sign }, tokenUrl, send), send);
}

/** Retries a failed request only if the request is idempotent or has an `Idempotency-Key`. */
function withRetriesOf(retries: Retries, send: Sender, request: Request): Promise<Response> {
  const again = ["GET", "HEAD", "PUT", "DELETE"].includes(request.method) || request.headers.has("idempotency-key");
  return withRetries(again ? retries : { ...retries, times: 0 }, request.signal, async () =>
    limited(await send(request.clone()), request.signal),
  );
}

type Requested = {
  readonly query?: Readonly<Record<string, unknown>>;
  readonly path?: Readonly<Record<string, unknown>>;
  readonly signal?: AbortSignal;
  readonly onPosition?: (position: ListPosition) => void;
};

function urlOf(baseUrl: string, path: string, query: Requested["query"] = {}, parts: Requested["path"] = {}): URL {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(parts[name])));
  const url = new URL(baseUrl + filled);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) url.searchParams.set(name, String(value));
  }
  return url;
}

const maxCursor = 4_096;

/** Returns the cursor of a page of changes from the header `X-Cursor`. */
function cursorOf(response: Response): string {
  const cursor = response.headers.get("x-cursor") ?? "";
  if (cursor === "" || cursor.length > maxCursor) throw invalidResponse(response, "no usable X-Cursor header");
  return cursor;
}

/**
 * Returns the new cursor of a page of changes.
 * Throws `invalid_response` if a page with changes repeats the old cursor, because the client would then fetch this
 * page forever.
 */
function movedCursorOf(response: Response, before: string | null, bytes: number): string {
  const cursor = cursorOf(response);
  if (bytes > 0 && cursor === before) throw invalidResponse(response, "changes without a new cursor");
  return cursor;
}

/**
 * Returns the cursor of the next page from the header `Link`.
 * Ignores the rest of the URL, so that credentials are only sent to `baseUrl`.
 */
function nextCursor(response: Response): string | undefined {
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
function cursorWatch(): (response: Response, next: string, bytes: number) => void {
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

/** Reads a complete NDJSON page. Throws if the connection is lost or the page exceeds the limits. */
async function bytesOf(
  response: Response,
  signal: AbortSignal | undefined,
  allowed: Allowed,
): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of linePieces(response, signal, allowed)) {
    pieces.push(piece);
    length += piece.length;
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/** Parses complete lines, one JSON value per line. Throws `invalid_response` for an invalid line. */
function valuesOf<T>(response: Answered, lines: string): T[] {
  try {
    return JSON.parse(`[${lines.trimEnd().replaceAll("\n", ",")}]`) as T[];
  } catch {
    // Omit the parser's message, because it quotes the line, which may contain personal data.
    throw invalidResponse(response, "a line that is not JSON");
  }
}

/** Yields the values of an NDJSON response as they arrive. Closes the connection when the caller stops reading. */
async function* arriving<T>(response: Response, signal: AbortSignal | undefined): AsyncGenerator<T, void> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const piece of linePieces(response, signal, { rows: Infinity, bytes: Infinity })) {
    const text = decoder.decode(piece, { stream: true });
    // Searches only the new text: a long line arrives in many pieces.
    const end = text.lastIndexOf("\n") + 1;
    if (end > 0) yield* valuesOf<T>(response, rest + text.slice(0, end));
    rest = end > 0 ? text.slice(end) : rest + text;
  }
  if (rest !== "") yield* valuesOf<T>(response, rest);
}

async function* linePieces(response: Response, signal: AbortSignal | undefined, allowed: Allowed) {
  const type = response.headers.get("content-type") ?? "";
  if (!/^application\/x-ndjson\b/i.test(type)) {
    await response.body?.cancel().catch(() => {});
    throw invalidResponse(response, "a media type other than application/x-ndjson");
  }
  const measure = lineMeter(response, allowed);
  for await (const piece of piecesOf(response, signal)) {
    measure(piece);
    yield piece;
  }
}

/** Limits of a response: number of rows and number of bytes. */
type Allowed = { readonly rows: number; readonly bytes: number };

const newline = 10;

/** Error for a page with too many bytes. `rows` is the number of complete rows before the limit. */
class PageTooLarge extends ReputeError {
  constructor(
    { message, status, code }: ReputeError,
    readonly rows: number,
  ) {
    super(message, { status, code });
  }
}

/**
 * Counts the bytes and lines of a response chunk by chunk.
 * Throws `invalid_response` as soon as a limit is exceeded, so that an endless response cannot exhaust memory.
 */
function lineMeter(response: Response, { rows, bytes }: Allowed): (piece: Uint8Array) => void {
  let allBytes = 0;
  let lines = 0;
  let unfinished = 0;
  return (piece) => {
    allBytes += piece.length;
    if (allBytes > bytes)
      throw new PageTooLarge(invalidResponse(response, `more than ${bytes} bytes in one page`), lines);
    const last = piece.lastIndexOf(newline);
    unfinished = last === -1 ? unfinished + piece.length : piece.length - last - 1;
    if (unfinished > ceilings.line) throw invalidResponse(response, `a line of more than ${ceilings.line} bytes`);
    if (rows === Infinity) return;
    for (let at = piece.indexOf(newline); at !== -1; at = piece.indexOf(newline, at + 1)) lines += 1;
    if (lines > rows) throw invalidResponse(response, `a page with more than the ${rows} requested rows`);
  };
}

/** Returns the number of rows to request after the error `PageTooLarge`. Rethrows other errors. */
function fewerRows(error: unknown, limit: number): number {
  if (error instanceof PageTooLarge && limit > 1) return Math.max(1, Math.floor(error.rows / 2));
  throw error;
}

const readers = ["arrayBuffer", "blob", "formData", "json", "text"] as const;

/**
 * Limits the response methods that read the whole body.
 * Beyond the limit, these methods throw `invalid_response`.
 * The stream `body` has no limit, because the caller decides what to retain.
 */
function limited(response: Response, signal: AbortSignal): Response {
  for (const read of readers) {
    const value = async () => (await wholeOf(response, signal))[read]();
    Object.defineProperty(response, read, { value });
  }
  const copyOf = response.clone.bind(response);
  return Object.defineProperty(response, "clone", { value: () => limited(copyOf(), signal) });
}

async function wholeOf(response: Response, signal: AbortSignal): Promise<Response> {
  if (response.bodyUsed) throw new TypeError("the body was read before");
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const piece of piecesOf(response, signal)) {
    length += piece.length;
    if (length > ceilings.whole) throw invalidResponse(response, `more than ${ceilings.whole} bytes`);
    pieces.push(piece);
  }
  return new Response(new Blob(pieces), { headers: response.headers });
}

/** Yields the body of a response in chunks. Uses a reader because not every browser can iterate over a stream. */
async function* piecesOf(
  { body }: Response,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  if (body === null) return;
  const reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> = body.getReader();
  const next = () =>
    reader.read().catch((error: unknown) => {
      signal?.throwIfAborted();
      throw connectionLost(error);
    });
  try {
    for (let piece = await next(); !piece.done; piece = await next()) yield piece.value;
  } finally {
    await reader.cancel().catch(() => {});
  }
}
