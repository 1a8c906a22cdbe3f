import type { BundleSource } from "@repute/domain";

const lines: readonly Readonly<Record<string, unknown>>[] = [
  { kind: "account", currency: "USD", match_window_days: 45, value_new_patient: "1250.00" },
  { kind: "location", id: 1, location_name: "Main Street", external_location_ids: ["L-1"], state: "UT" },
  { kind: "location", id: 2, location_name: "Harbor", external_location_ids: [], silenced: true },
  {
    kind: "provider",
    id: 10,
    name: "Dr. Zoë Quinn",
    npi: "1999755170",
    external_provider_ids: ["P-1"],
    location_ids: [1],
  },
  { kind: "listing", id: 5, location_id: 1, provider_id: 10, name: "Dr. Quinn, Main Street" },
  { kind: "group", id: 6, name: "North", provider_ids: [10], location_ids: [1] },
  { kind: "platform", id: 3, name: "Google", is_survey: false, active: true },
  { kind: "platform", id: 4, name: "Visit survey", is_survey: true },
  {
    kind: "survey",
    id: 4,
    name: "Visit survey",
    questions: [{ question_id: "q1", name: "Overall", text: "How was it?", kind: "stars", overall: true }],
  },
  { kind: "message", id: 7, name: "After visit", languages: { en: { key: "en", message: "How was it?" } } },
  {
    kind: "campaign",
    id: 50,
    name: "Spring",
    channel: "Paid Search",
    source: "google",
    tracking_numbers: ["8015550100"],
  },
  { kind: "spend", id: 1, campaign_id: 50, start_date: "2026-03-01", end_date: "2026-03-31", amount: "1500.00" },
  { kind: "invite", id: 20, type: "sms", sent_to: "+18015550142", sent_at: "2026-03-01T16:00:00Z", message_id: 7 },
  {
    ...{ kind: "review", id: 501, platform_id: 3, location_id: 1, provider_id: 10, rating: 4.5, invite_id: 20 },
    ...{ comment: "Kind 👍 and quick", create_time: "2026-03-02T17:05:00Z", extras: { ward: "A" } },
  },
  { kind: "nps_survey", id: 601, platform_id: 4, location_id: 1, nps_rating: 9, create_time: "2026-03-03T17:05:00Z" },
  {
    ...{ kind: "survey_response", id: 701, survey_id: 4, submitted_at: "2026-03-04T17:05:00Z", location_id: 1 },
    ...{ answers: { q1: "5" }, comments: { q1: "Good" }, patient_first: "Bo", extras: { ward: "B" } },
  },
  {
    kind: "call",
    id: 801,
    called_at: "2026-03-05T16:00:00Z",
    from_number: "8015550177",
    tracking_number: "8015550100",
  },
  {
    kind: "call",
    id: 802,
    called_at: "2026-03-06T16:00:00Z",
    from_number: "8015550178",
    tracking_number: "8015550100",
  },
  {
    ...{ kind: "submission", id: 901, submission_date: "2026-03-07T16:00:00Z", scct_parameter: "s-spring" },
    ...{ phone_number: "8015550179", conversion_type: "Online", patient_name: "Eva Bell", email: "eva@example.com" },
  },
  { kind: "appointment", id: 1001, appointment_at: "2026-03-09T16:00:00Z", phone: "8015550177", patient_name: "Al Bo" },
  { kind: "appointment", id: 1002, appointment_at: "2026-03-10", email: "eva@example.com", revenue: "80.00" },
  { kind: "import_connection", name: "ehr", message_id: 7, send_after_hours: 24, date_order: "day_first" },
  { kind: "stop", contact: "801-555-0142", since: "2026-03-11T16:00:00Z" },
  { kind: "user", id: 30, name: "Ada Reed", email: "ada@example.com", role: "Administrator" },
  {
    kind: "widget",
    platform_ids: [3],
    allowed_origins: ["https://www.practice.example"],
    pinned_review_ids: [1],
    hidden_review_ids: [2, 3],
  },
  { kind: "listing_metric", location_id: 1, month: 202603, metric_type: "views_maps", count: 3871 },
];

/** Bundle with records of every kind of line. */
export const practice: BundleSource = {
  async *read() {
    yield lines.map((value, index) => ({ line: index + 1, value }));
  },
};
