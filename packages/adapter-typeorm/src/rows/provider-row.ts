import type { AccountId, Provider } from "@repute/domain";
import { EntitySchema } from "typeorm";
import type { RowOf } from "./columns.js";
import { accountId, flag, integer, key, nullable, text } from "./columns.js";
import { recordTable } from "./record-table.js";

type Row = RowOf<Provider, { readonly externalIds: string; readonly locationIds: string }>;

const schema = new EntitySchema<Row>({
  name: "provider",
  tableName: "providers",
  columns: {
    accountId,
    id: key(integer("id")),
    name: text("name"),
    npi: nullable(text("npi")),
    externalIds: text("external_ids"),
    locationIds: text("location_ids"),
    silenced: flag("silenced"),
  },
});

const toRow = (account: AccountId, provider: Provider): Row => ({
  accountId: account,
  ...provider,
  externalIds: JSON.stringify(provider.externalIds),
  locationIds: JSON.stringify(provider.locationIds),
});

const fromRow = ({ accountId: _, externalIds, locationIds, ...row }: Row): Provider => ({
  ...row,
  externalIds: JSON.parse(externalIds) as Provider["externalIds"],
  locationIds: JSON.parse(locationIds) as Provider["locationIds"],
});

export const providerTable = recordTable(schema, toRow, fromRow);
