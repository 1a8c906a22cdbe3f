import type { Checksum } from "@repute/client";
import { isListName } from "./shape/list-names.js";

/**
 * Returns true if a checksum from the source is valid. It must contain a list, a month, a row count and the checksum.
 */
export function isChecksum(found: Checksum | null): boolean {
  const { list, month, count, checksum }: Partial<Checksum> = found ?? {};
  const isText = [list, month, checksum].every((value) => typeof value === "string") && isListName(list ?? "");
  return (
    isText && /^\d{4}-\d{2}$/.test(month ?? "") && Number.isSafeInteger(count) && /^\d{1,20}$/.test(checksum ?? "")
  );
}
