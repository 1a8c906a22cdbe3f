import type { AccountId, Invite } from "@repute/domain";
import { EntitySchema } from "typeorm";
import type { RowOf } from "./columns.js";
import { accountId, flag, integer, key, nullable, real, text } from "./columns.js";
import { recordTable } from "./record-table.js";

type Row = RowOf<Invite, { readonly clicks: string; readonly extras: string }>;

const schema = new EntitySchema<Row>({
  name: "invite",
  tableName: "invites",
  columns: {
    accountId,
    id: key(integer("id")),
    type: text("type"),
    sentTo: text("sent_to"),
    phone: nullable(text("phone")),
    sentAt: integer("sent_at"),
    sentBy: text("sent_by"),
    customerName: nullable(text("customer_name")),
    locationId: nullable(integer("location_id")),
    providerId: nullable(integer("provider_id")),
    messageId: nullable(integer("message_id")),
    platformId: nullable(integer("platform_id")),
    openedAt: nullable(integer("opened_at")),
    clicks: text("clicks"),
    proceededToReview: flag("proceeded_to_review"),
    reviewRating: nullable(real("review_rating")),
    status: text("status"),
    extras: text("extras"),
  },
});

const toRow = (account: AccountId, invite: Invite): Row => ({
  accountId: account,
  ...invite,
  clicks: JSON.stringify(invite.clicks),
  extras: JSON.stringify(invite.extras),
});

const fromRow = ({ accountId: _, clicks, extras, ...row }: Row): Invite => ({
  ...row,
  clicks: JSON.parse(clicks) as Invite["clicks"],
  extras: JSON.parse(extras) as Invite["extras"],
});

export const inviteTable = recordTable(schema, toRow, fromRow);
