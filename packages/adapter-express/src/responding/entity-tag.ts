import { createHash } from "node:crypto";

/** Names the content of a response. Weak, because the same content is sent under different encodings. */
export const entityTag = (bytes: Uint8Array): string =>
  `W/"${createHash("sha256").update(bytes).digest("base64url").slice(0, 27)}"`;

/** Whether a client that sent `If-None-Match` has this content already. */
export function isKnownTo(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === "*") return true;
  return ifNoneMatch.split(",").some((known) => opaque(known.trim()) === opaque(tag));
}

const opaque = (tag: string): string => tag.replace(/^W\//, "");
