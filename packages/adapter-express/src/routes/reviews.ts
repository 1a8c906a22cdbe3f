import { but, route } from "../route.js";
import { exactly, listOf } from "../schema.js";
import { id, number, text, texts } from "./item-schemas.js";
import { date, filters, listQuery, rating } from "./list-query.js";

const reviewItem = {
  title: "Review",
  ...exactly(
    {
      comment: text("Text of the review"),
      create_time: { type: "string", format: "date-time", description: "When it was submitted" },
      external_location_ids: texts("External ids of the location"),
      external_provider_ids: texts("External ids of the provider"),
      groups: {
        type: "array",
        description: "Ids of the groups that hold the location or the provider, ascending",
        items: { type: "integer" },
      },
      invite_name: text("Name of the invite's recipient"),
      invite_type: { type: ["string", "null"], enum: ["sms", "email", null], description: "How the invite was sent" },
      location: text("Name of the location"),
      location_id: id("Location id"),
      location_oid: text("First external id of the location"),
      message: text("Provider name of the invite"),
      nps_rating: number("Overall NPS rating"),
      platform: text("Name of the platform or survey"),
      provider: text("Name of the provider"),
      provider_id: id("Provider id"),
      question_id: text("Descriptive name of the question"),
      rating: { type: "number", minimum: 1, maximum: 5, description: "Overall star rating; absent when there is none" },
      review_id: { type: "integer", description: "Review id" },
      reviewer: text("Name of the reviewer"),
      sent_at: { type: ["string", "null"], format: "date-time", description: "When the invite was sent" },
      sent_to: text("Phone number or e-mail address that the invite went to"),
    },
    "rating",
  ),
  examples: [
    {
      comment: "Kind and quick",
      create_time: "2026-03-01T17:05:00+00:00",
      external_location_ids: ["L-1"],
      external_provider_ids: ["P-10"],
      groups: [30],
      invite_name: null,
      invite_type: null,
      location: "Main Street",
      location_id: 1,
      location_oid: "L-1",
      message: "Dr. Ada Quill",
      nps_rating: null,
      platform: "Google",
      provider: "Dr. Ada Quill",
      provider_id: 10,
      question_id: null,
      rating: 5,
      review_id: 501,
      reviewer: "Bo T.",
      sent_at: null,
      sent_to: null,
    },
  ],
};

const window = {
  date: date("From here on; without `end`, the 24 hours after it"),
  end: date("Up to and including this"),
};

/** Reviews, newest first. */
export const reviews = route({
  method: "get",
  path: "/reviews",
  operation: "listReviews",
  tag: "Reviews",
  summary: "Reviews, newest first",
  access: "data-sync",
  ...listQuery({ ...window, rating, ...filters }),
  reply: listOf(reviewItem),
  stream: (domain, { account, query }) => domain.reviews.list(account, query),
});

/** Reviews without the filters of v2. */
export const reviewsV1 = but(reviews, listQuery({ ...window, rating }));
