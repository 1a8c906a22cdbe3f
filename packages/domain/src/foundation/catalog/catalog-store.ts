import type { AccountId } from "../kernel/ids.js";
import type { Reads } from "../kernel/storage.js";
import type { Catalog, CatalogPart } from "./catalog.js";

/** Ids of catalog records, grouped by part of the catalog. */
export type CatalogIds = Readonly<Partial<Record<CatalogPart, readonly number[]>>>;

export interface CatalogReader {
  /**
   * Returns the requested parts of the catalog. The records of each part are sorted by id.
   * A storage may return the same array again while the catalog is unchanged, so callers must not change it.
   */
  read<Part extends CatalogPart>(account: AccountId, ...parts: readonly Part[]): Promise<Pick<Catalog, Part>>;
}

export type CatalogPorts = { readonly storage: Reads<{ readonly catalog: CatalogReader }> };

export interface CatalogStore extends CatalogReader {
  /** Upserts catalog records by id. Does not change other records. */
  save(account: AccountId, changes: Partial<Catalog>): Promise<void>;
  /**
   * Deletes records by part of the catalog. Ignores unknown ids. The caller must handle references to deleted records.
   */
  remove(account: AccountId, ids: CatalogIds): Promise<void>;
}
