import type { AccountId, Listing } from "@repute/domain";
import { EntitySchema } from "typeorm";
import type { RowOf } from "./columns.js";
import { accountId, integer, key, nullable, text } from "./columns.js";
import { recordTable } from "./record-table.js";

type Row = RowOf<Listing>;

const schema = new EntitySchema<Row>({
  name: "listing",
  tableName: "listings",
  columns: {
    accountId,
    id: key(integer("id")),
    locationId: integer("location_id"),
    providerId: integer("provider_id"),
    name: text("name"),
    address: nullable(text("address")),
  },
});

const toRow = (account: AccountId, listing: Listing): Row => ({ accountId: account, ...listing });

const fromRow = ({ accountId: _, ...listing }: Row): Listing => listing;

export const listingTable = recordTable(schema, toRow, fromRow);
