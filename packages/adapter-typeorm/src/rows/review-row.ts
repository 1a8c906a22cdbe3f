import type { AccountId, NpsSurvey, Review } from "@repute/domain";
import { EntitySchema } from "typeorm";
import type { RowOf } from "./columns.js";
import { accountId, integer, key, nullable, real, text } from "./columns.js";
import { recordTable } from "./record-table.js";

type Stored = { readonly extras: string };
type ReviewRow = RowOf<Review, Stored>;
type NpsSurveyRow = RowOf<NpsSurvey, Stored>;

const columns = {
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
};

const reviewSchema = new EntitySchema<ReviewRow>({ name: "review", tableName: "reviews", columns });

const npsSurveySchema = new EntitySchema<NpsSurveyRow>({
  name: "nps_survey",
  tableName: "nps_surveys",
  columns: { ...columns, npsRating: integer("nps_rating"), questionId: nullable(text("question_id")) },
});

const toRow = <R extends Review | NpsSurvey>(account: AccountId, review: R) => ({
  accountId: account,
  ...review,
  extras: JSON.stringify(review.extras),
});

const fromRow = <Row extends ReviewRow | NpsSurveyRow>({ accountId: _, extras, ...row }: Row) => ({
  ...row,
  extras: JSON.parse(extras) as Review["extras"],
});

export const reviewTable = recordTable<ReviewRow, Review>(reviewSchema, toRow, fromRow);
export const npsSurveyTable = recordTable<NpsSurveyRow, NpsSurvey>(npsSurveySchema, toRow, fromRow);
