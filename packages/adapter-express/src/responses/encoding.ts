import type { Transform } from "node:stream";
import { promisify } from "node:util";
import { brotliCompress, constants, crc32, createBrotliCompress, createGzip, deflateRaw, gzip } from "node:zlib";
import type { FeedSlice, PackedItems } from "@repute/domain";

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

const deflate = promisify<Uint8Array, object, Buffer>(deflateRaw);

/** Compression options that end each part on a byte boundary, so that parts can be concatenated. */
const piece = { level: 1, chunkSize: 65_536, finishFlush: constants.Z_SYNC_FLUSH };

/** Minimum number of bytes to compress. Shorter data is stored uncompressed (RFC 1951, section 3.2.4). */
const deflateThreshold = 512;
const maxStored = 65_535;

const memberHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);

/** Builds one gzip member (RFC 1952) from parts. Each method returns the bytes that must be sent next. */
type GzipMember = {
  /** Compresses bytes and adds them to the gzip member. */
  loose(bytes: Uint8Array): Promise<Uint8Array>;
  /** Adds items that are already compressed, with a separator between the items. */
  packed(items: readonly PackedItems[]): readonly Uint8Array[];
  /** Adds the last bytes, at most 65,535, and ends the gzip member. */
  end(last: Uint8Array): Uint8Array;
};

export function gzipMember(separator: FeedSlice["separator"] = ","): GzipMember {
  const between = separators[separator];
  let crc = 0;
  let length = 0;
  let start: readonly Uint8Array[] = [memberHeader];

  function take(crcOfMore: number, lengthOfMore: number): readonly Uint8Array[] {
    crc = crc32Combine(crc, crcOfMore, lengthOfMore);
    length += lengthOfMore;
    const before = start;
    start = [];
    return before;
  }

  return {
    async loose(bytes) {
      const before = take(crc32(bytes), bytes.length);
      const written = bytes.length < deflateThreshold ? stored(bytes) : await deflate(bytes, piece);
      return before.length === 0 ? written : Buffer.concat([...before, written]);
    },
    packed: (all) =>
      all.flatMap((items, index) => {
        const before = index === 0 ? [] : [...take(between.crc, 1), between.stored];
        return [...before, ...take(items.crc, items.length), items.deflated];
      }),
    end(last) {
      const before = take(crc32(last), last.length);
      const trailer = Buffer.alloc(8);
      trailer.writeUInt32LE(crc);
      trailer.writeUInt32LE(length % 2 ** 32, 4);
      return Buffer.concat([...before, stored(last, true), trailer]);
    },
  };
}

/** Returns a deflate block that contains the bytes uncompressed. */
function stored(bytes: Uint8Array, isLast = false): Buffer {
  if (bytes.length > maxStored) throw new RangeError(`a stored block can hold at most ${maxStored} bytes`);
  const head = Buffer.alloc(5);
  head.writeUInt8(isLast ? 1 : 0);
  head.writeUInt16LE(bytes.length, 1);
  head.writeUInt16LE(~bytes.length & 0xffff, 3);
  return Buffer.concat([head, bytes]);
}

const separatorOf = (text: "," | "\n") => ({ crc: crc32(text), stored: stored(Buffer.from(text)) });
const separators = { ",": separatorOf(","), "\n": separatorOf("\n") };

/** CRC-32 polynomial (ISO 3309) with reversed bits, for a register that shifts right. */
const polynomial = 0xedb88320;
const unit = 0x80000000;

/** Multiplies two polynomials over GF(2) modulo the CRC-32 polynomial. */
function multiply(a: number, b: number): number {
  let product = 0;
  let shifted = b;
  // Avoid a branch: the bits are random, so wrong branch predictions would double the time.
  for (let bit = 31; bit >= 0; bit -= 1) {
    product ^= shifted & -((a >>> bit) & 1);
    shifted = (shifted >>> 1) ^ (polynomial & -(shifted & 1));
  }
  return product >>> 0;
}

/** Powers of the polynomial x with exponents 1, 2, 4, 8 and so on. */
const powers = [0x40000000];
while (powers.length < 60) powers.push(multiply(powers.at(-1) ?? unit, powers.at(-1) ?? unit));

/**
 * Returns x to the power of 8 × `bytes`.
 * Multiplying a CRC by it has the same effect as appending `bytes` zero bytes.
 */
function shiftOf(bytes: number): number {
  let shift = unit;
  for (let rest = bytes, power = 3; rest > 0; rest = Math.floor(rest / 2), power += 1) {
    if (rest % 2 === 1) shift = multiply(powers[power] ?? unit, shift);
  }
  return shift;
}

/** Returns the CRC-32 of two concatenated byte sequences. `length` is the length of the second sequence in bytes. */
export const crc32Combine = (first: number, second: number, length: number): number =>
  (multiply(shiftOf(length), first) ^ second) >>> 0;
