import { type CatalogKind, catalogKinds } from "../../foundation/catalog/catalog-lines.js";
import { type Catalog, catalogParts } from "../../foundation/catalog/catalog.js";
import type { ReadLine } from "./bundle-kinds.js";

/** Returns the catalog records in the lines of a bundle. */
export function catalogIn(small: readonly ReadLine[]): Partial<Catalog> {
  const parts = (Object.keys(catalogKinds) as CatalogKind[]).map((kind) => {
    const { part, record } = catalogKinds[kind];
    const lines = small.filter((line) => line.kind === kind);
    return [part, lines.map(({ values }) => (record as (line: unknown) => unknown)(values))];
  });
  return Object.fromEntries(parts) as Partial<Catalog>;
}

/** Returns the stored catalog after merging the catalog records of the bundle. */
export function catalogWith(stored: Catalog, small: readonly ReadLine[]): Catalog {
  const loaded = catalogIn(small);
  const parts = catalogParts.map((part) => {
    const all: readonly { readonly id: number }[] = [...stored[part], ...(loaded[part] ?? [])];
    return [part, [...new Map(all.map((one) => [one.id, one])).values()]];
  });
  return Object.fromEntries(parts) as Catalog;
}
