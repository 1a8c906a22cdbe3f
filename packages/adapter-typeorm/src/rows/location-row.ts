import type { AccountId, Location } from "@repute/domain";
import { EntitySchema } from "typeorm";
import type { RowOf } from "./columns.js";
import { accountId, flag, integer, key, nullable, text } from "./columns.js";
import { recordTable } from "./record-table.js";

type Row = RowOf<Location, { readonly externalIds: string }>;

const schema = new EntitySchema<Row>({
  name: "location",
  tableName: "locations",
  columns: {
    accountId,
    id: key(integer("id")),
    name: text("name"),
    externalIds: text("external_ids"),
    address: nullable(text("address")),
    state: nullable(text("state")),
    silenced: flag("silenced"),
    monitoringOnly: flag("monitoring_only"),
  },
});

const toRow = (account: AccountId, location: Location): Row => ({
  accountId: account,
  ...location,
  externalIds: JSON.stringify(location.externalIds),
});

const fromRow = ({ accountId: _, externalIds, ...row }: Row): Location => ({
  ...row,
  externalIds: JSON.parse(externalIds) as Location["externalIds"],
});

export const locationTable = recordTable(schema, toRow, fromRow);
