import { type Columns, dayOf, momentOf } from "./table.js";

/** Column types that reviews and NPS surveys share. */
export const review: Columns = {
  _invite_id: "integer",
  _message_id: "integer",
  _platform_id: "integer",
  review_id: "integer",
  create_time: "timestamp",
  rating: "number",
  nps_rating: "number",
  comment: "text",
  reviewer: "text",
  platform: "text",
  question_id: "text",
  location_id: "integer",
  location: "text",
  location_oid: "text",
  external_location_ids: "json",
  provider_id: "integer",
  provider: "text",
  external_provider_ids: "json",
  groups: "json",
  invite_name: "text",
  invite_type: "text",
  message: "text",
  sent_at: "timestamp",
  sent_to: "text",
};

/** Column types that the error and warning rows of imports share. */
export const importRow: Columns = {
  _import_id: "integer",
  id: "integer",
  error_type: "text",
  error_level: "text",
  patient_name: "text",
  patient_id: "text",
  appointment_date: "text",
  appointment_date_at: momentOf("appointment_date"),
  appointment_date_day: dayOf("appointment_date"),
  location_name: "text",
  provider: "text",
  phone: "text",
  email: "text",
  date_of_birth: "text",
  state: "text",
  match_info: "json",
};

/** Foreign-key columns that calls and conversions share. */
export const joinKeys: Columns = {
  _location_id: "integer",
  _provider_id: "integer",
  _campaign_id: "integer",
  _appointment_id: "integer",
};
