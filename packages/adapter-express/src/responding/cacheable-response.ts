import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { HttpResponse } from "./response.js";

/** Content that clients may cache, with its cache settings. */
export type CacheableContent = {
  readonly body: Buffer;
  readonly type: string;
  readonly caching:
    | "no-cache"
    | "private, no-cache"
    | "public, max-age=300"
    | "public, max-age=3600"
    | "public, max-age=31536000, immutable";
  readonly headers?: Readonly<Record<string, string>>;
  /** `ETag` of the content. Defaults to a hash of the body. */
  readonly tag?: string;
} & Pick<HttpResponse, "encoded" | "negotiated">;

/**
 * Returns a function that responds to requests with the content and its `ETag`.
 * If the client already has the content, the response is a 304.
 */
export function cacheableResponse(content: CacheableContent): (request: IncomingMessage) => HttpResponse {
  const { body, type, caching, headers: more, tag = entityTag(body), encoded, negotiated = false } = content;
  const headers = { ...more, "Cache-Control": caching, ETag: tag };
  const unchanged: HttpResponse = { status: 304, headers, body: Buffer.alloc(0), compressible: true, negotiated };
  const whole: HttpResponse = {
    ...{ status: 200, headers: { "Content-Type": type, ...headers }, body, compressible: true, negotiated },
    ...(encoded && { encoded }),
  };
  return (request) => (isKnownTo(request.headers["if-none-match"], tag) ? unchanged : whole);
}

/** Returns the `ETag` of content. The tag is weak, because the same content is sent in several encodings. */
const entityTag = (bytes: Uint8Array): string =>
  `W/"${createHash("sha256").update(bytes).digest("base64url").slice(0, 27)}"`;

/** True if an `If-None-Match` header includes the tag. */
function isKnownTo(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === "*") return true;
  return ifNoneMatch.split(",").some((known) => opaque(known.trim()) === opaque(tag));
}

const opaque = (tag: string): string => tag.replace(/^W\//, "");
