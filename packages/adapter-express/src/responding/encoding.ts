import type { Transform } from "node:stream";
import { promisify } from "node:util";
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from "node:zlib";

/** Content encoding of a response. */
export type Encoding = "br" | "gzip" | "identity";

/** Order of preference among encodings with equal weight. */
const usual: readonly Encoding[] = ["br", "gzip"];
const gzipFirst: readonly Encoding[] = ["gzip", "br"];

/** True if the client prefers gzip, so that a list stored in gzip can be sent unchanged. */
export const acceptsStored = (header: string | undefined): boolean => acceptedEncoding(header, gzipFirst) === "gzip";

/**
 * Returns the encoding with the highest weight in an `Accept-Encoding` header.
 * If several encodings have this weight, the first of them in `known` is preferred.
 * Any encoding is preferred to none.
 */
export function acceptedEncoding(header: string | undefined, known = usual): Encoding {
  if (header === undefined) return "identity";
  const weights = new Map(header.toLowerCase().split(",").map(parseMember));
  const weightOf = (encoding: Encoding) => weights.get(encoding) ?? weights.get("*") ?? 0;
  const identity = weights.get("identity") ?? 0;
  return known.reduce<Encoding>(
    (best, encoding) => (weightOf(encoding) > (best === "identity" ? identity : weightOf(best)) ? encoding : best),
    "identity",
  );
}

function parseMember(member: string): readonly [name: string, weight: number] {
  const [name = "", ...parameters] = member.split(";").map((part) => part.trim());
  const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? "1";
  return [name, /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight) ? Number(weight) : 0];
}

/**
 * Fastest compression level, because a higher level would be slower than reading the list.
 * Each stream uses about 0.5 MB of memory.
 */
const fastGzip = { level: 1, chunkSize: 65_536 };
const fastBrotli = {
  chunkSize: 65_536,
  params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 18 },
};

export const compressor = (encoding: Exclude<Encoding, "identity">): Transform =>
  encoding === "br" ? createBrotliCompress(fastBrotli) : createGzip(fastGzip);

const gzipWhole = promisify<Uint8Array, object, Buffer>(gzip);
const brotliWhole = promisify<Uint8Array, object, Buffer>(brotliCompress);

/** Compresses a complete body. */
export async function compressed(bytes: Uint8Array, encoding: Exclude<Encoding, "identity">): Promise<Uint8Array> {
  return encoding === "br" ? brotliWhole(bytes, fastBrotli) : gzipWhole(bytes, fastGzip);
}

/** Compresses a complete body as well as possible. Takes too long for content that changes with each request. */
export async function wellCompressed(bytes: Uint8Array, encoding: Exclude<Encoding, "identity">): Promise<Uint8Array> {
  return encoding === "br" ? brotliWhole(bytes, {}) : gzipWhole(bytes, { level: 9 });
}

/** Creates a function that compresses a body on first use, once per encoding. */
export function compressedOnce(bytes: Uint8Array, compress: typeof compressed) {
  const encodings = new Map<Encoding, Promise<Uint8Array>>();
  return (encoding: Exclude<Encoding, "identity">): Promise<Uint8Array> => {
    const known = encodings.get(encoding) ?? compress(bytes, encoding);
    encodings.set(encoding, known);
    known.catch(() => encodings.delete(encoding));
    return known;
  };
}
