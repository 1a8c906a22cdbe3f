import { connectionLost } from "./repute-error.js";

/** Everything that a response brings, or a lost connection. */
export async function bytesOf(response: Response, signal: AbortSignal | undefined): Promise<Uint8Array> {
  try {
    return new Uint8Array(await response.arrayBuffer());
  } catch (error) {
    signal?.throwIfAborted();
    throw connectionLost(error);
  }
}

/** The values of whole lines, one JSON value a line. */
export function valuesOf<T>(lines: string): T[] {
  return JSON.parse(`[${lines.trimEnd().replaceAll("\n", ",")}]`) as T[];
}

/** The values of a response as they arrive. Whoever stops taking them ends the connection. */
export async function* arriving<T>(response: Response, signal: AbortSignal | undefined): AsyncGenerator<T, void> {
  const { body } = response;
  if (body === null) return;
  const decoder = new TextDecoder();
  let rest = "";
  for await (const piece of piecesOf(body.getReader(), signal)) {
    rest += decoder.decode(piece, { stream: true });
    const end = rest.lastIndexOf("\n") + 1;
    if (end > 0) yield* valuesOf<T>(rest.slice(0, end));
    rest = rest.slice(end);
  }
  if (rest !== "") yield* valuesOf<T>(rest);
}

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/** Browsers cannot all iterate over a stream. */
async function* piecesOf(reader: Reader, signal: AbortSignal | undefined): AsyncGenerator<Uint8Array, void> {
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) yield piece.value;
  } catch (error) {
    signal?.throwIfAborted();
    throw connectionLost(error);
  } finally {
    await reader.cancel().catch(() => {});
  }
}
