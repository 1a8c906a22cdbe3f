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
} & Pick<HttpResponse, "encoded" | "negotiated">;

/** What responds to requests for content, tagged: to a client that has it already, only word that nothing changed. */
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
