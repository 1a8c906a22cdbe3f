const encoder = new TextEncoder();

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  return crc;
});

/** CRC-32 as in ISO 3309 (zip, PNG), of the text's UTF-8: tells a slip from the real thing, and keeps no secret. */
export const crc32 = (text: string): number => crc32After(0, encoder.encode(text));

/** The CRC-32 of bytes that follow others, of which `before` is the CRC-32; 0 of none. */
export function crc32After(before: number, bytes: Uint8Array): number {
  let crc = ~before;
  for (let index = 0; index < bytes.length; index++) {
    crc = (crc >>> 8) ^ (table[(crc ^ (bytes[index] as number)) & 0xff] as number);
  }
  return ~crc >>> 0;
}
