import type { AccountId } from "../kernel/ids.js";
import type { Catalog, CatalogPart } from "./catalog.js";

export interface CatalogReader {
  /** The parts asked for, each by id ascending. */
  read<Part extends CatalogPart>(account: AccountId, ...parts: readonly Part[]): Promise<Pick<Catalog, Part>>;
}

export interface CatalogStore extends CatalogReader {
  /** Inserts records, or replaces those with the same id; parts and records that are not named stay as they are. */
  save(account: AccountId, changes: Partial<Catalog>): Promise<void>;
}
