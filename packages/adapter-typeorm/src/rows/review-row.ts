import type { AccountId, Review } from "@repute/domain";
import { EntitySchema } from "typeorm";
import type { RowOf } from "./columns.js";
import { accountId, integer, key, nullable, real, text } from "./columns.js";
import { recordTable } from "./record-table.js";

type Row = RowOf<Review, { readonly extras: string }>;

const schema = new EntitySchema<Row>({
  name: "review",
  tableName: "reviews",
  columns: {
    accountId,
    id: key(integer("id")),
    platformId: integer("platform_id"),
    locationId: nullable(integer("location_id")),
    providerId: nullable(integer("provider_id")),
    rating: nullable(real("rating")),
    comment: nullable(text("comment")),
    reviewer: nullable(text("reviewer")),
    createdAt: integer("created_at"),
    inviteId: nullable(integer("invite_id")),
    extras: text("extras"),
  },
});

const toRow = (account: AccountId, review: Review): Row => ({
  accountId: account,
  ...review,
  extras: JSON.stringify(review.extras),
});

const fromRow = ({ accountId: _, extras, ...row }: Row): Review => ({
  ...row,
  extras: JSON.parse(extras) as Review["extras"],
});

export const reviewTable = recordTable(schema, toRow, fromRow);
