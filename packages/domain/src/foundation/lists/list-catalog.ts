import { catalogLists } from "../catalog/catalog-lists.js";
import type { CatalogReader } from "../catalog/catalog-store.js";
import type { Catalog, CatalogPart } from "../catalog/catalog.js";
import type { AccountId } from "../kernel/ids.js";
import type { ItemKeys } from "../kernel/item-keys.js";
import type { KeyQuery } from "./list-query.js";
import { readShortList, type RecordPorts } from "./read-records.js";

type CatalogPorts = RecordPorts<{ readonly catalog: CatalogReader }>;
type Lists = typeof catalogLists;
type Rendered = { readonly from: readonly CatalogPart[]; items(catalog: Catalog): readonly { readonly id: number }[] };

/** Returns the items of a list, sorted by id. */
type ListItems<List extends keyof Lists> = (
  account: AccountId,
  query?: KeyQuery,
) => Promise<readonly (ItemKeys & ReturnType<Lists[List]["items"]>[number])[]>;

/** Creates a use case for each catalog list. The use case has the name of the list. */
export const listCatalog = (ports: CatalogPorts) =>
  Object.fromEntries(
    Object.entries<Rendered>(catalogLists).map(([list, rendered]) => [
      list,
      listOf(ports, list as keyof Lists, rendered),
    ]),
  ) as { readonly [List in keyof Lists]: ListItems<List> };

const listOf = (ports: CatalogPorts, list: keyof Lists, { from, items: itemsOf }: Rendered) =>
  readShortList(ports, list, async ({ catalog }, account) =>
    itemsOf((await catalog.read(account, ...from)) as Catalog).map((item) => ({ id: item.id, item })),
  );
