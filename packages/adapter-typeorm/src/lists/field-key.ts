import { createHash } from "node:crypto";

/**
 * What a custom field is found by: short however long the field is, the same for equal names and values alone. The
 * texts themselves stand in the records, and nowhere beside the feed.
 */
export const fieldKey = (name: string, value: string): string =>
  createHash("sha256")
    .update(JSON.stringify([name, value]))
    .digest("base64url")
    .slice(0, 22);
