import type { IncomingMessage } from "node:http";
import type { HttpResponse } from "./response.js";
import { entityTag, isKnownTo } from "./entity-tag.js";

/** Content that clients may keep, and how. */
export type CacheableContent = {
  readonly body: Buffer;
  readonly type: string;
  readonly caching: "no-cache" | "private, no-cache" | "public, max-age=300" | "public, max-age=3600";
  readonly headers?: Readonly<Record<string, string>>;
  /** Worked out of the body when absent. */
  readonly tag?: string;
} & Pick<HttpResponse, "encoded">;

/** The content with its tag; to a client that has it already, only word that nothing changed. */
export function cacheableResponse(
  { headers }: IncomingMessage,
  { body, type, caching, headers: more, tag = entityTag(body), encoded }: CacheableContent,
): HttpResponse {
  const cached = { ...more, "Cache-Control": caching, ETag: tag };
  return isKnownTo(headers["if-none-match"], tag)
    ? { status: 304, headers: cached, body: Buffer.alloc(0), compressible: true }
    : {
        status: 200,
        headers: { "Content-Type": type, ...cached },
        body,
        compressible: true,
        ...(encoded && { encoded }),
      };
}
