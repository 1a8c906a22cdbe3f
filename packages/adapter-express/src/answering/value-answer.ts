import type { IncomingMessage } from "node:http";
import type { Route } from "../route.js";
import type { Answer } from "./answer.js";
import { entityTag, isKnownTo } from "./entity-tag.js";

const json = { "Content-Type": "application/json" };

/** A handler's value as an answer; to a client that has it already, only word that nothing changed. */
export function valueAnswer({ caching }: Route, { headers }: IncomingMessage, value: unknown): Answer {
  const body = Buffer.from(JSON.stringify(value));
  if (caching !== "revalidate") {
    return { status: 200, headers: { ...json, "Cache-Control": "no-store" }, body, compressible: true };
  }
  const tag = entityTag(body);
  const kept = { "Cache-Control": "private, no-cache", ETag: tag };
  return isKnownTo(headers["if-none-match"], tag)
    ? { status: 304, headers: kept, body: Buffer.alloc(0), compressible: true }
    : { status: 200, headers: { ...json, ...kept }, body, compressible: true };
}
