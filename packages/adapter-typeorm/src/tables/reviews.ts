import {
  type FeedId,
  type FeedList,
  type Invite,
  type ListCounts,
  type NpsSurvey,
  type Rated,
  type Review,
  type SurveyResponse,
} from "@repute/domain";
import { flag, integer, json, key, type Members, nullable, real, text } from "./columns.js";
import { recordTable } from "./table.js";

const review: Members<Review> = {
  id: key(integer("id")),
  platformId: integer("platform_id"),
  locationId: nullable(integer("location_id")),
  providerId: nullable(integer("provider_id")),
  rating: nullable(real("rating")),
  comment: nullable(text("comment")),
  reviewer: nullable(text("reviewer")),
  createdAt: integer("created_at"),
  inviteId: nullable(integer("invite_id")),
  extras: json("extras"),
};

export const reviewTable = recordTable<Review>("reviews", review);

export const npsSurveyTable = recordTable<NpsSurvey>("nps_surveys", {
  ...review,
  npsRating: integer("nps_rating"),
  questionId: nullable(text("question_id")),
});

export const inviteTable = recordTable<Invite>("invites", {
  id: key(integer("id")),
  type: text("type"),
  sentTo: text("sent_to"),
  phone: nullable(text("phone")),
  sentAt: integer("sent_at"),
  isWaiting: flag("is_waiting"),
  sentBy: text("sent_by"),
  customerName: nullable(text("customer_name")),
  locationId: nullable(integer("location_id")),
  providerId: nullable(integer("provider_id")),
  messageId: nullable(integer("message_id")),
  platformId: nullable(integer("platform_id")),
  openedAt: nullable(integer("opened_at")),
  clicks: json("clicks"),
  proceededToReview: flag("proceeded_to_review"),
  reviewRating: nullable(real("review_rating")),
  status: text("status"),
  extras: json("extras"),
  patientId: nullable(text("patient_id")),
  visit: nullable(text("visit")),
});

export const surveyResponseTable = recordTable<SurveyResponse>("survey_responses", {
  id: key(integer("id")),
  surveyId: integer("survey_id"),
  submittedAt: integer("submitted_at"),
  appointmentDate: nullable(text("appointment_date")),
  contact: nullable(text("contact")),
  locationId: nullable(integer("location_id")),
  providerId: nullable(integer("provider_id")),
  patientId: nullable(text("patient_id")),
  patientFirst: nullable(text("patient_first")),
  patientLast: nullable(text("patient_last")),
  answers: json("answers"),
  comments: json("comments"),
  extras: json("extras"),
});

/**
 * Position of a rated feed entry, with the values for rating aggregates.
 * If there is no location or provider, its id is 0.
 */
export type RatingRow = FeedId &
  Rated & {
    readonly list: FeedList;
    readonly at: number;
    readonly locationId: number;
    readonly providerId: number;
  };

export const ratingTable = recordTable<RatingRow>("feed_ratings", {
  list: key(text("list")),
  id: key(integer("id")),
  kind: key(integer("kind")),
  at: integer("at"),
  platformId: integer("platform_id"),
  locationId: integer("location_id"),
  providerId: integer("provider_id"),
  rating: real("rating"),
  isShown: flag("is_shown"),
});

/** Stored counts of lists in time ranges. */
export const listCountTable = recordTable<ListCounts>("list_counts", {
  list: key(text("list")),
  from: key(integer("from_at")),
  to: key(integer("to_at")),
  counts: json("counts"),
});
