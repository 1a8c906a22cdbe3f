import { ceilings } from "./ceilings.js";
import { piecesOf } from "./pieces.js";
import { invalidResponse } from "./repute-error.js";

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
