const encoder = new TextEncoder();

/** CRC-32 as in ISO 3309 (zip, PNG), of the text's UTF-8: tells a slip from the real thing, and keeps no secret. */
export function crc32(text: string): number {
  let crc = ~0;
  for (const byte of encoder.encode(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
