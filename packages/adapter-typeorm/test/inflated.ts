import { constants, crc32, inflateRawSync } from "node:zlib";
import type { PackedItems } from "@repute/domain";

/** Decompresses packed items. Throws if their length or checksum is incorrect. */
export function inflated({ deflated, crc, length }: PackedItems): Uint8Array {
  const held = inflateRawSync(deflated, { finishFlush: constants.Z_SYNC_FLUSH });
  if (held.length !== length || crc32(held) !== crc) throw new Error("packed items hold something else than they say");
  return held;
}
