import type { AccountId } from "../kernel/ids.js";
import type { Reads } from "../kernel/storage.js";
import type { Catalog, CatalogPart } from "./catalog.js";

/** Ids of catalog records, by part. */
export type CatalogIds = Readonly<Partial<Record<CatalogPart, readonly number[]>>>;

export interface CatalogReader {
  /** Returns the requested parts, each by id, ascending. */
  read<Part extends CatalogPart>(account: AccountId, ...parts: readonly Part[]): Promise<Pick<Catalog, Part>>;
}

/** Ports for reading the catalog. */
export type CatalogPorts = { readonly storage: Reads<{ readonly catalog: CatalogReader }> };

export interface CatalogStore extends CatalogReader {
  /** Upserts records by id. Leaves other records and parts unchanged. */
  save(account: AccountId, changes: Partial<Catalog>): Promise<void>;
  /** Deletes records by part. Ignores unknown ids. The caller must handle records that refer to the deleted ones. */
  remove(account: AccountId, ids: CatalogIds): Promise<void>;
}
