import type { exactly, Schema } from "../schema.js";
import { id, text, texts } from "./item-schemas.js";

/** Defines the schema of items that are available only under `/changes`. Later versions may add members. */
const feedItem = <const S extends Parameters<typeof exactly>[0]>(title: string, properties: S, example: object) =>
  ({ title, type: "object", properties, required: Object.keys(properties), examples: [example] }) satisfies Schema;

const amount = (description: string) => `${description} A decimal string in the account's currency, such as \`80.50\`.`;

export const campaignCatalogItem = feedItem(
  "CampaignCatalogItem",
  {
    id: { type: "integer", description: "Campaign id." },
    name: { type: "string", description: "Name of the campaign." },
    channel: { type: "string", description: "Channel of the campaign, such as `Paid Search`." },
    source: text("Source of the campaign, such as `google`. Null if it has none."),
    parameter: text("Value of `scct` in the links of the campaign. Null if it has none."),
    tracking_numbers: texts("Tracking numbers of the campaign."),
  },
  {
    id: 50,
    name: "Spring",
    channel: "Paid Search",
    source: "google",
    parameter: "spring-1",
    tracking_numbers: ["8015550100"],
  },
);

export const spendItem = feedItem(
  "SpendItem",
  {
    campaign_id: { type: "integer", description: "Campaign id." },
    day: { type: "string", format: "date", description: "Day of the spend." },
    amount: { type: "string", description: amount("Amount spent on this day.") },
  },
  { campaign_id: 50, day: "2026-03-01", amount: "3.33" },
);

export const appointmentItem = feedItem(
  "AppointmentItem",
  {
    _appt_local_date: {
      type: "string",
      format: "date",
      description: "Day of the appointment in the account's time zone.",
    },
    _patient_key: {
      type: "string",
      description: "Equal for all appointments that campaign summaries count as appointments of one patient.",
    },
    appointment_id: { type: "integer", description: "Appointment id." },
    appt_date: {
      type: "string",
      description: "Timestamp of the appointment, or its date if the time of day is unknown.",
    },
    location_id: id("Location id. Null if unknown."),
    provider_id: id("Provider id. Null if unknown."),
    patient_id: text("Patient id. Null if unknown."),
    revenue: text(amount("Revenue of the appointment. Null if unknown.")),
    conversion_id: text("Id of the conversion that gets the credit for the appointment. Null if there is none."),
  },
  {
    _appt_local_date: "2026-03-05",
    _patient_key: "id MRN-5",
    appointment_id: 1001,
    appt_date: "2026-03-05T16:00:00+00:00",
    location_id: 1,
    provider_id: null,
    patient_id: "MRN-5",
    revenue: "80.50",
    conversion_id: "call-900",
  },
);

export const accountItem = feedItem(
  "AccountItem",
  {
    key: { type: "string", description: "Key of the account." },
    name: { type: "string", description: "Name of the account." },
    time_zone: { type: "string", description: "Time zone of the account, as an IANA name." },
    currency: { type: "string", description: "Currency of all amounts, as an ISO 4217 code." },
    match_window_days: {
      type: "integer",
      description: "Maximum number of days between a conversion and the booking of its appointment.",
    },
    value_new_patient: {
      type: "string",
      description: amount("Estimated revenue of a new patient's appointment, used if the revenue is unknown."),
    },
    value_existing_patient: {
      type: "string",
      description: amount("Estimated revenue of an existing patient's appointment, used if the revenue is unknown."),
    },
  },
  {
    key: "acme",
    name: "Acme Dental",
    time_zone: "America/Denver",
    currency: "USD",
    match_window_days: 90,
    value_new_patient: "250.00",
    value_existing_patient: "99.50",
  },
);
