import { route, withChanges } from "../route.js";
import { exactly, listOf } from "../schema.js";
import { id, keyed, number, reviewKeys, text, texts } from "./item-schemas.js";
import { filters, listQuery, rating, visitWindow } from "./list-query.js";

/** Schema of a review or an NPS survey. */
const reviewItem = {
  title: "Review",
  ...exactly(
    {
      comment: text("Text of the review. Null if unknown."),
      create_time: { type: "string", format: "date-time", description: "Time when the review was submitted." },
      external_location_ids: texts("Ids of the location in external systems."),
      external_provider_ids: texts("Ids of the provider in external systems."),
      groups: {
        type: "array",
        description: "Ids of the groups that contain the location or provider, in ascending order.",
        items: { type: "integer" },
      },
      invite_name: text("Name of the recipient of the invite. Null if no invite led to the review."),
      invite_type: {
        type: ["string", "null"],
        enum: ["sms", "email", null],
        description: "Channel that the invite was sent through. Null if no invite led to the review.",
      },
      location: text("Name of the location. Null if unknown."),
      location_id: id("Location id. Null if unknown."),
      location_oid: text("First id in `external_location_ids`. Null if there is none."),
      message: text(
        "Name of the provider in the invite, or of the review's provider if no invite led to the review. Null if unknown.",
      ),
      nps_rating: number("NPS rating from 0 to 10. Null for reviews."),
      platform: text("Name of the platform or survey. Null if unknown."),
      provider: text("Name of the provider. Null if unknown."),
      provider_id: id("Provider id. Null if unknown."),
      question_id: text("Descriptive name of the question. Null for reviews."),
      rating: { type: "number", minimum: 1, maximum: 5, description: "Overall star rating. Absent if there is none." },
      review_id: {
        type: "integer",
        description: "Review id, unique within its list. A review and an NPS survey can have equal ids.",
      },
      reviewer: text("Name of the reviewer. Null if unknown."),
      sent_at: {
        type: ["string", "null"],
        format: "date-time",
        description:
          "Time when the invite was sent. Null if no invite led to the review, or if that invite has not been sent yet.",
      },
      sent_to: text("Phone number or email address that the invite was sent to. Null if no invite led to the review."),
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

export const reviews = route({
  method: "get",
  path: "/reviews",
  operation: "listReviews",
  tag: "Reviews",
  summary: "List reviews",
  description:
    "Reviews from all platforms, in one format. Newest first by `create_time`. Without a date, the list covers all time. With only `date`, the list covers the 24 hours from that time. With only `end`, the list covers everything up to that time. With `modified_since`, the list also contains older reviews whose " +
    "location or provider was renamed.",
  access: "data-sync",
  key: ["review_id"],
  ...listQuery({ ...visitWindow, rating, ...filters }),
  reply: listOf(keyed(reviewItem, ...reviewKeys)),
  stream: (domain, { account, query }) => domain.reviews.list(account, query),
});

/** Lists NPS surveys, newest first. The items have the same fields as reviews. */
export const npsSurveys = route({
  method: "get",
  path: "/surveys",
  operation: "listNpsSurveys",
  tag: "Reviews",
  summary: "List NPS surveys",
  description:
    "Answers to NPS surveys, in the format of reviews. Newest first by `create_time`. Without a date, the list covers all time. With only `date`, the list covers the 24 hours from that time. With only `end`, the list covers everything up to that time. The parameter `rating` refers to the star rating, not to the field `nps_rating`.",
  access: "data-sync",
  key: ["review_id"],
  ...listQuery({ ...visitWindow, rating, ...filters }),
  reply: listOf(keyed(reviewItem, ...reviewKeys)),
  stream: (domain, { account, query }) => domain.npsSurveys.list(account, query),
});

const withoutFilters = listQuery({ ...visitWindow, rating });

/** Routes of reviews and NPS surveys for v1, without filters. */
export const reviewsV1 = withChanges(reviews, withoutFilters);
export const npsSurveysV1 = withChanges(npsSurveys, withoutFilters);
