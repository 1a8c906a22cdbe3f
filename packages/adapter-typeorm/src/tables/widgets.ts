import type { AccountId, Widget } from "@repute/domain";
import { flag, integer, json, key, nullable, text } from "./columns.js";
import { lookUpTable, recordTable } from "./table.js";

export const widgetTable = recordTable<Widget>("widgets", {
  id: text("id"),
  reviewIdKey: text("review_id_key"),
  limit: integer("most_shown"),
  minRating: integer("min_rating"),
  firstNameOnly: flag("first_name_only"),
  platformIds: nullable(json("platform_ids")),
  allowedOrigins: json("allowed_origins"),
  pinnedReviewIds: json("pinned_review_ids"),
  hiddenReviewIds: json("hidden_review_ids"),
});

/** Table of widget ids, which are looked up before the account is known. */
export const widgetIdTable = lookUpTable<{ readonly id: string; readonly account: AccountId }>("widget_ids", {
  id: key(text("id")),
  account: integer("account_id"),
});
