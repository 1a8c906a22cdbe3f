import { connectionLost } from "./repute-error.js";

/** Yields the body of a response in chunks. Uses a reader because not every browser can iterate over a stream. */
export async function* piecesOf(
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
