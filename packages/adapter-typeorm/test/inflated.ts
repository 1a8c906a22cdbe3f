import { constants, crc32, inflateRawSync } from "node:zlib";
import type { PackedItems } from "@repute/domain";

/** What packed items hold, if it is what they say of it. */
export function inflated({ deflated, crc, length }: PackedItems): Uint8Array {
  const held = inflateRawSync(deflated, { finishFlush: constants.Z_SYNC_FLUSH });
  if (held.length !== length || crc32(held) !== crc) throw new Error("packed items hold something else than they say");
  return held;
}
