import type { Exchange } from "../exchange.js";
import type { RouterOptions } from "../options.js";
import { acceptedEncoding, compressed, type Encoding } from "./encoding.js";
import { endAfter, type PaceLimits } from "./pace.js";
import { type ListBody, pumpList } from "./pump-list.js";
import { openPackedSink, openSink } from "./sink.js";

/** A response before it is sent. */
export type HttpResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | ListBody;
  /** Returns the compressed body from a cache. Without this function, the body is compressed for each response. */
  readonly encoded?: (encoding: Exclude<Encoding, "identity">) => Promise<Uint8Array>;
  /** Length of a list body in bytes, if it was measured. */
  readonly length?: number;
  /** True if the response may be compressed. */
  readonly compressible: boolean;
  /** True if the list may contain batches that are stored compressed. The response is then sent in gzip. */
  readonly packed?: boolean;
  /** True if the format depends on the `Accept` header. Default: false. */
  readonly negotiated?: boolean;
};

type SendLimits = PaceLimits & Pick<RouterOptions, "listMilliseconds">;

const compressionThreshold = 1_024;
const maxListTime = 3_600_000;

/** Sends a response. A HEAD request gets the same headers as a GET request, without reading the whole list. */
export async function sendResponse(exchange: Exchange, outcome: HttpResponse, limits: SendLimits): Promise<void> {
  const { request, response } = exchange;
  const { body } = outcome;
  const encoding = encodingOf(exchange, outcome);
  if (body instanceof Uint8Array) {
    const bytes = await bytesIn(encoding, body, outcome);
    writeHead(exchange, outcome, encoding);
    if (outcome.status !== 304 && outcome.status !== 204) response.setHeader("Content-Length", bytes.length);
    return openSink(exchange, "identity", limits).end(request.method === "HEAD" ? undefined : bytes);
  }
  if (request.method === "HEAD") await body.cursor.close();
  writeHead(exchange, outcome, encoding);
  if (outcome.length !== undefined) {
    response.setHeader("Content-Length", outcome.length);
    response.strictContentLength = true;
  }
  if (request.method === "HEAD") return openSink(exchange, "identity", limits).end();
  response.once("close", endAfter(exchange, limits.listMilliseconds ?? maxListTime));
  return pumpList(
    body,
    outcome.packed ? openPackedSink(exchange, body.form, limits) : openSink(exchange, encoding, limits),
  );
}

const bytesIn = (encoding: Encoding, body: Uint8Array, { encoded }: HttpResponse): Uint8Array | Promise<Uint8Array> =>
  encoding === "identity" ? body : (encoded?.(encoding) ?? compressed(body, encoding));

function encodingOf({ request }: Exchange, { body, compressible, packed }: HttpResponse): Encoding {
  if (packed) return "gzip";
  const { length } = body instanceof Uint8Array ? body : body.read[0].json;
  const isCompressed = compressible && length >= compressionThreshold;
  return isCompressed ? acceptedEncoding(request.headers["accept-encoding"]?.toString()) : "identity";
}

function writeHead({ response, facts }: Exchange, outcome: HttpResponse, encoding: Encoding): void {
  const { status, headers, negotiated, compressible } = outcome;
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  const vary = [negotiated && "Accept", compressible && "Accept-Encoding"].filter((name) => name);
  if (vary.length > 0) response.appendHeader("Vary", vary.join(", "));
  if (encoding !== "identity") response.setHeader("Content-Encoding", encoding);
  facts.status = status;
}
