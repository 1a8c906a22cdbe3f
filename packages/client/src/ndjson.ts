import { type Allowed, lineMeter } from "./line-meter.js";
import { piecesOf } from "./pieces.js";
import { type Answered, invalidResponse } from "./repute-error.js";

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
