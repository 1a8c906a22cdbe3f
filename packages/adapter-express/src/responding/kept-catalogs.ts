import type { AccountId, Caller } from "@repute/domain";
import { cacheableResponse } from "./cacheable-response.js";
import { compressed } from "./encoding.js";

/** A list of an account's catalog, and what responds with it. */
export type CatalogContent = {
  readonly body: Buffer;
  readonly rows: number;
  readonly respond: ReturnType<typeof cacheableResponse>;
};

/** The content of so many rows; in other encodings once somebody wants it so. */
export function catalogContent(body: Buffer, type: string, rows: number): CatalogContent {
  const encodings = new Map<string, ReturnType<typeof compressed>>();
  function encoded(encoding: Parameters<typeof compressed>[1]): ReturnType<typeof compressed> {
    const known = encodings.get(encoding) ?? compressed(body, encoding);
    encodings.set(encoding, known);
    known.catch(() => encodings.delete(encoding));
    return known;
  }
  const respond = cacheableResponse({ body, type, caching: "private, no-cache", encoded, negotiated: true });
  return { body, rows, respond };
}

type Kept = { readonly version: string; readonly contents: Map<string, CatalogContent>; bytes: number };

const megabyte = 1_048_576;

/**
 * Keeps what was made of accounts' catalogs for as long as their versions stay, those of the accounts that asked last. Each
 * request has seen the version in the database, so it gets nothing older than that, whichever process changes the catalog.
 */
export function keptCatalogs(mostBytes = 16 * megabyte, mostOfAccount = mostBytes / 8) {
  const accounts = new Map<AccountId, Kept>();
  let bytes = 0;

  function forget(account: AccountId): void {
    bytes -= accounts.get(account)?.bytes ?? 0;
    accounts.delete(account);
  }

  /** What is kept of an account, which becomes the one that asked last. */
  function keptOf(account: AccountId, version: string): Kept {
    const known = accounts.get(account);
    if (known?.version !== version) forget(account);
    const kept = accounts.get(account) ?? { version, contents: new Map<string, CatalogContent>(), bytes: 0 };
    accounts.delete(account);
    accounts.set(account, kept);
    return kept;
  }

  function keep(account: AccountId, kept: Kept, name: string, content: CatalogContent): void {
    // In both of the other encodings it has less than as many bytes again.
    const more = 2 * content.body.length;
    if (accounts.get(account) !== kept || kept.contents.has(name) || kept.bytes + more > mostOfAccount) return;
    kept.contents.set(name, content);
    kept.bytes += more;
    bytes += more;
    for (const oldest of accounts.keys()) {
      if (bytes <= mostBytes) break;
      forget(oldest);
    }
  }

  /** What is kept under a name, or else what is made now. */
  return async (
    { account, catalogVersion }: Pick<Caller, "account" | "catalogVersion">,
    name: string,
    make: () => Promise<CatalogContent>,
  ): Promise<CatalogContent> => {
    if (catalogVersion === undefined) return make();
    const kept = keptOf(account, catalogVersion);
    const known = kept.contents.get(name);
    if (known) return known;
    const made = await make();
    keep(account, kept, name, made);
    return made;
  };
}
