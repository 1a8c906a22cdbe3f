import type { AccountId, Group } from "@repute/domain";
import { EntitySchema } from "typeorm";
import type { RowOf } from "./columns.js";
import { accountId, integer, key, text } from "./columns.js";
import { recordTable } from "./record-table.js";

type Row = RowOf<Group, { readonly providerIds: string; readonly locationIds: string }>;

const schema = new EntitySchema<Row>({
  name: "group",
  tableName: "groups",
  columns: {
    accountId,
    id: key(integer("id")),
    name: text("name"),
    providerIds: text("provider_ids"),
    locationIds: text("location_ids"),
  },
});

const toRow = (account: AccountId, group: Group): Row => ({
  accountId: account,
  ...group,
  providerIds: JSON.stringify(group.providerIds),
  locationIds: JSON.stringify(group.locationIds),
});

const fromRow = ({ accountId: _, providerIds, locationIds, ...row }: Row): Group => ({
  ...row,
  providerIds: JSON.parse(providerIds) as Group["providerIds"],
  locationIds: JSON.parse(locationIds) as Group["locationIds"],
});

export const groupTable = recordTable(schema, toRow, fromRow);
