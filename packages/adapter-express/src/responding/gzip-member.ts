import { promisify } from "node:util";
import { constants, crc32, deflateRaw } from "node:zlib";
import type { FeedSlice, PackedItems } from "@repute/domain";
import { crc32Combine } from "./crc32-combine.js";

const deflate = promisify<Uint8Array, object, Buffer>(deflateRaw);

/** Compression options that end each part on a byte boundary, so that parts can be concatenated. */
const piece = { level: 1, chunkSize: 65_536, finishFlush: constants.Z_SYNC_FLUSH };

/** Minimum number of bytes to compress. Shorter data is stored uncompressed (RFC 1951, section 3.2.4). */
const deflateThreshold = 512;
const maxStored = 65_535;

const member = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);

/** Builds one gzip member (RFC 1952) from parts. Each method returns the bytes that must be sent next. */
export type GzipMember = {
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
  let start: readonly Uint8Array[] = [member];

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
