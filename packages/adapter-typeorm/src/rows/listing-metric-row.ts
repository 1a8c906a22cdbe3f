import type { AccountId, ListingMetric } from "@repute/domain";
import { EntitySchema } from "typeorm";
import type { RowOf } from "./columns.js";
import { accountId, integer, key, text } from "./columns.js";
import { recordTable } from "./record-table.js";

type Row = RowOf<ListingMetric>;

const schema = new EntitySchema<Row>({
  name: "listing_metric",
  tableName: "listing_metrics",
  columns: {
    accountId,
    locationId: key(integer("location_id")),
    month: key(integer("month")),
    type: key(text("metric_type")),
    count: integer("count"),
  },
});

const toRow = (account: AccountId, metric: ListingMetric): Row => ({ accountId: account, ...metric });

const fromRow = ({ accountId: _, ...metric }: Row): ListingMetric => metric;

export const listingMetricTable = recordTable(schema, toRow, fromRow);
