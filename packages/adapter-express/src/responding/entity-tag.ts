import { createHash } from "node:crypto";

/** Returns the `ETag` of content. The tag is weak, because the same content is sent in several encodings. */
export const entityTag = (bytes: Uint8Array): string =>
  `W/"${createHash("sha256").update(bytes).digest("base64url").slice(0, 27)}"`;

/** True if an `If-None-Match` header includes the tag. */
export function isKnownTo(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === "*") return true;
  return ifNoneMatch.split(",").some((known) => opaque(known.trim()) === opaque(tag));
}

const opaque = (tag: string): string => tag.replace(/^W\//, "");
