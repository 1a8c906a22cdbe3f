import { type Answered, ceilings, connectionLost, invalidResponse, ReputeError } from "./repute-error.js";

/** Reads a complete NDJSON page. Throws if the connection is lost or the page exceeds the limits. */
export async function bytesOf(
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
export function valuesOf<T>(response: Answered, lines: string): T[] {
  try {
    return JSON.parse(`[${lines.trimEnd().replaceAll("\n", ",")}]`) as T[];
  } catch {
    // Omit the parser's message, because it quotes the line, which may contain personal data.
    throw invalidResponse(response, "a line that is not JSON");
  }
}

/** Yields the values of an NDJSON response as they arrive. Closes the connection when the caller stops reading. */
export async function* arriving<T>(response: Response, signal: AbortSignal | undefined): AsyncGenerator<T, void> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const piece of linePieces(response, signal, { rows: Infinity, bytes: Infinity })) {
    rest += decoder.decode(piece, { stream: true });
    const end = rest.lastIndexOf("\n") + 1;
    if (end > 0) yield* valuesOf<T>(response, rest.slice(0, end));
    rest = rest.slice(end);
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
export type Allowed = { readonly rows: number; readonly bytes: number };

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
export function fewerRows(error: unknown, limit: number): number {
  if (error instanceof PageTooLarge && limit > 1) return Math.max(1, Math.floor(error.rows / 2));
  throw error;
}

const readers = ["arrayBuffer", "blob", "formData", "json", "text"] as const;

/**
 * Limits the response methods that read the whole body.
 * Beyond the limit, these methods throw `invalid_response`.
 * The stream `body` has no limit, because the caller decides what to retain.
 */
export function limited(response: Response, signal: AbortSignal): Response {
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
