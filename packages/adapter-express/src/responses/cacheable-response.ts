import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { AccountId, Caller } from "@repute/domain";
import { compressed, compressedOnce } from "./encoding.js";
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

/** Rendered catalog list, with a function that creates its response. */
export type CatalogContent = {
  readonly body: Buffer;
  readonly rows: number;
  readonly respond: ReturnType<typeof cacheableResponse>;
};

/** Creates the content of a catalog list. Compressed copies are created on first use. */
export function catalogContent(body: Buffer, type: string, rows: number): CatalogContent {
  const encoded = compressedOnce(body, compressed);
  const respond = cacheableResponse({ body, type, caching: "private, no-cache", encoded, negotiated: true });
  return { body, rows, respond };
}

type CacheEntry = { readonly version: string; readonly contents: Map<string, CatalogContent>; bytes: number };

const megabyte = 1_048_576;

/**
 * Caches rendered catalog lists by account until the catalog version changes.
 * Evicts the least recently used accounts.
 * Each request has read the current version from the database, so it never gets stale content, even if another process
 * changes the catalog.
 */
export function catalogCache(maxBytes = 16 * megabyte, maxPerAccount = maxBytes / 8) {
  const accounts = new Map<AccountId, CacheEntry>();
  let bytes = 0;

  function forget(account: AccountId): void {
    bytes -= accounts.get(account)?.bytes ?? 0;
    accounts.delete(account);
  }

  /** Returns an account's cache entry and marks the account as most recently used. */
  function cacheEntryOf(account: AccountId, version: string): CacheEntry {
    const known = accounts.get(account);
    if (known?.version !== version) forget(account);
    const entry = accounts.get(account) ?? { version, contents: new Map<string, CatalogContent>(), bytes: 0 };
    accounts.delete(account);
    accounts.set(account, entry);
    return entry;
  }

  function keep(account: AccountId, entry: CacheEntry, name: string, content: CatalogContent): void {
    // Reserve twice the size of the body: once for the body, and once for all of its compressed copies.
    const more = 2 * content.body.length;
    if (accounts.get(account) !== entry || entry.contents.has(name) || entry.bytes + more > maxPerAccount) return;
    entry.contents.set(name, content);
    entry.bytes += more;
    bytes += more;
    for (const oldest of accounts.keys()) {
      if (bytes <= maxBytes) break;
      forget(oldest);
    }
  }

  /** Returns the cached content of a list, or creates and caches it. */
  return async (
    { account, catalogVersion }: Pick<Caller, "account" | "catalogVersion">,
    name: string,
    make: () => Promise<CatalogContent>,
  ): Promise<CatalogContent> => {
    if (catalogVersion === undefined) return make();
    const entry = cacheEntryOf(account, catalogVersion);
    const known = entry.contents.get(name);
    if (known) return known;
    const made = await make();
    keep(account, entry, name, made);
    return made;
  };
}
