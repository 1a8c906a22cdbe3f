import type { AccountId } from "../kernel/ids.js";
import type { Reads } from "../kernel/storage.js";
import type { Catalog, CatalogPart } from "./catalog.js";

/** Ids of records of a catalog, by part. */
export type CatalogIds = Readonly<Partial<Record<CatalogPart, readonly number[]>>>;

export interface CatalogReader {
  /** The parts asked for, each by id ascending. */
  read<Part extends CatalogPart>(account: AccountId, ...parts: readonly Part[]): Promise<Pick<Catalog, Part>>;
}

/** What reading the catalog needs. */
export type CatalogPorts = { readonly storage: Reads<{ readonly catalog: CatalogReader }> };

export interface CatalogStore extends CatalogReader {
  /** Inserts records, or replaces those with the same id; parts and records that are not named stay as they are. */
  save(account: AccountId, changes: Partial<Catalog>): Promise<void>;
  /** Takes records out, by part; ids that are not there are passed over. Whoever calls it sees to what mentions them. */
  remove(account: AccountId, ids: CatalogIds): Promise<void>;
}
