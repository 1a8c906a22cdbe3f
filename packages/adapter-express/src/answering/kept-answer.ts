import type { IncomingMessage } from "node:http";
import type { Answer } from "./answer.js";
import { entityTag, isKnownTo } from "./entity-tag.js";

/** Content that clients may keep, and how. */
export type Kept = {
  readonly body: Buffer;
  readonly type: string;
  readonly caching: "no-cache" | "private, no-cache" | "public, max-age=3600";
  readonly headers?: Readonly<Record<string, string>>;
};

/** The content with its tag; to a client that has it already, only word that nothing changed. */
export function keptAnswer({ headers }: IncomingMessage, { body, type, caching, headers: more }: Kept): Answer {
  const tag = entityTag(body);
  const kept = { ...more, "Cache-Control": caching, ETag: tag };
  return isKnownTo(headers["if-none-match"], tag)
    ? { status: 304, headers: kept, body: Buffer.alloc(0), compressible: true }
    : { status: 200, headers: { "Content-Type": type, ...kept }, body, compressible: true };
}
