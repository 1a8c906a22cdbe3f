import { exactly } from "../schema.js";
import { id, number, text, texts } from "./item-schemas.js";

/** Schema of a review or an NPS survey. */
export const reviewItem = {
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
