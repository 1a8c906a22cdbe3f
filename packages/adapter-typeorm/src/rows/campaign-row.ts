import type { AccountId, Campaign } from "@repute/domain";
import { EntitySchema } from "typeorm";
import type { RowOf } from "./columns.js";
import { accountId, integer, key, nullable, text } from "./columns.js";
import { recordTable } from "./record-table.js";

type Row = RowOf<Campaign, { readonly trackingNumbers: string }>;

const schema = new EntitySchema<Row>({
  name: "campaign",
  tableName: "campaigns",
  columns: {
    accountId,
    id: key(integer("id")),
    name: text("name"),
    channel: text("channel"),
    source: nullable(text("source")),
    scctParameter: nullable(text("scct_parameter")),
    trackingNumbers: text("tracking_numbers"),
  },
});

const toRow = (account: AccountId, campaign: Campaign): Row => ({
  accountId: account,
  ...campaign,
  trackingNumbers: JSON.stringify(campaign.trackingNumbers),
});

const fromRow = ({ accountId: _, trackingNumbers, ...row }: Row): Campaign => ({
  ...row,
  trackingNumbers: JSON.parse(trackingNumbers) as Campaign["trackingNumbers"],
});

export const campaignTable = recordTable(schema, toRow, fromRow);
