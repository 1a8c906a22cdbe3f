import { crc32, deflateSync } from "node:zlib";

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Properties of a black PNG. The chunks in `more` are inserted between the header and the pixels. */
type Shape = {
  readonly side: number;
  readonly bitDepth: 8 | 16;
  readonly interlaced: boolean;
  readonly more?: readonly Buffer[];
};

/** Creates a PNG of 10 × 10 pixels and 3.9 MB that contains 4 GB of compressed text. */
export function textBomb(): Buffer {
  const text = Buffer.concat([Buffer.from("Comment\0\0"), deflateSync(Buffer.alloc(7_900_000, "a"), { level: 9 })]);
  const more = Array<Buffer>(500).fill(chunk("zTXt", text));
  return blackPng({ side: 10, bitDepth: 8, interlaced: false, more });
}

/**
 * Creates a small image that a decoder must decompress as a whole, with 8 bytes per pixel.
 * An image with a side of 5,000 pixels needs 200 MB.
 */
export const interlacedPng = (side: number) => blackPng({ side, bitDepth: 16, interlaced: true });

export const plainPng = () => blackPng({ side: 400, bitDepth: 8, interlaced: false });

function blackPng({ side, bitDepth, interlaced, more = [] }: Shape): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([bitDepth, 6, 0, 0, interlaced ? 1 : 0], 8);
  const bytesPerPixel = bitDepth / 2;
  const size = interlaced ? adam7Bytes(side, bytesPerPixel) : side * (1 + side * bytesPerPixel);
  const pixels = deflateSync(Buffer.alloc(size), { level: 9 });
  return Buffer.concat([signature, chunk("IHDR", header), ...more, chunk("IDAT", pixels), chunk("IEND")]);
}

/** First column, first row, column step and row step of each Adam7 pass (https://www.w3.org/TR/png-3/#8Interlace). */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

function adam7Bytes(side: number, bytesPerPixel: number): number {
  const sizes = passes.map(([column, row, right, down]) => {
    const [width, height] = [Math.ceil((side - column) / right), Math.ceil((side - row) / down)];
    return height * (1 + width * bytesPerPixel);
  });
  return sizes.reduce((sum, size) => sum + size, 0);
}

function chunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
