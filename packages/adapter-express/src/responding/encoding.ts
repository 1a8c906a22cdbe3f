import type { Transform } from "node:stream";
import { promisify } from "node:util";
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from "node:zlib";

/** How a response's bytes are written. */
export type Encoding = "br" | "gzip" | "identity";

/** Which encoding is taken of those that are equally welcome. */
const usual: readonly Encoding[] = ["br", "gzip"];
const whereGzipIsStored: readonly Encoding[] = ["gzip", "br"];

/** Whether a client gets a list that is stored in gzip as it is stored: it likes nothing better. */
export const takesStored = (header: string | undefined): boolean =>
  acceptedEncoding(header, whereGzipIsStored) === "gzip";

/** What an `Accept-Encoding` header likes best of what there is; brotli before gzip before nothing among equals. */
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

/** The least work: lists are sent faster than they could be made smaller. Memory for each is kept to about 0.5 MB. */
const fastGzip = { level: 1, chunkSize: 65_536 };
const fastBrotli = {
  chunkSize: 65_536,
  params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 18 },
};

/** A stream that writes what it is given in another encoding. */
export const compressor = (encoding: Exclude<Encoding, "identity">): Transform =>
  encoding === "br" ? createBrotliCompress(fastBrotli) : createGzip(fastGzip);

const gzipWhole = promisify<Uint8Array, object, Buffer>(gzip);
const brotliWhole = promisify<Uint8Array, object, Buffer>(brotliCompress);

/** Bytes that are all there already, in another encoding. */
export async function compressed(bytes: Uint8Array, encoding: Exclude<Encoding, "identity">): Promise<Uint8Array> {
  return encoding === "br" ? brotliWhole(bytes, fastBrotli) : gzipWhole(bytes, fastGzip);
}
