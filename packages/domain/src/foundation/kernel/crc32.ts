const encoder = new TextEncoder();

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  return crc;
});

/** Returns the CRC-32 (ISO 3309, as in zip and PNG) of a string in UTF-8. Detects accidental changes only. */
export const crc32 = (text: string): number => crc32After(0, encoder.encode(text));

/** Continues a CRC-32 with more bytes. `before` is the CRC-32 of the preceding bytes, or 0 if there are none. */
export function crc32After(before: number, bytes: Uint8Array): number {
  let crc = ~before;
  for (let index = 0; index < bytes.length; index++) {
    crc = (crc >>> 8) ^ (table[(crc ^ (bytes[index] as number)) & 0xff] as number);
  }
  return ~crc >>> 0;
}
