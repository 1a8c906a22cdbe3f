type Line = Readonly<Record<string, unknown>>;

const time = (index: number): string => new Date(Date.UTC(2026, 1, 1) + index * 3_600_000).toISOString();
const phone = (index: number): string => `801-555-${2_000 + (index % 50)}`;
const linesOf = (count: number, line: (index: number) => Line): readonly Line[] =>
  Array.from({ length: count }, (_, index) => line(index + 1));

/** Catalog to which the records of `largeBundle` refer. */
const largeCatalog: readonly Line[] = [
  { kind: "location", id: 1, location_name: "Main", external_location_ids: ["L-1"] },
  { kind: "provider", id: 10, name: "Dr. Ada Quill", external_provider_ids: ["P-10"], location_ids: [1] },
  { kind: "platform", id: 3, name: "Google", is_survey: false },
  { kind: "platform", id: 4, name: "Visit", is_survey: true },
  { kind: "survey", id: 4, name: "Visit", questions: [] },
  { kind: "message", id: 40, name: "Thanks", languages: {} },
  { kind: "campaign", id: 7, name: "Spring", channel: "Email", scct_parameter: "spring-1" },
];

/**
 * Creates `count` bundle lines of every kind, without deletions. Lines precede the lines to which they refer.
 *
 * The calls and submissions lead to appointments. Some submissions have no id, and some are duplicates.
 */
export const largeBundle = (count: number): readonly Line[] => [
  ...linesOf(count, (id) => ({
    ...{ kind: "review", id, platform_id: 3, location_id: 1, provider_id: 10, rating: (id % 5) + 1 },
    ...{ create_time: time(id), comment: `Review ${id}`, ...(id % 2 === 0 && { invite_id: id }) },
  })),
  ...linesOf(count, (id) => ({
    ...{ kind: "nps_survey", id, platform_id: 3, location_id: 1, nps_rating: id % 11 },
    create_time: time(id),
  })),
  ...linesOf(count, (id) => ({ kind: "survey_response", id, survey_id: 4, submitted_at: time(id), answers: {} })),
  ...linesOf(count, (id) => ({
    ...{ kind: "call", id, called_at: time(3 * id), from_number: phone(id), tracking_number: "0100", campaign_id: 7 },
  })),
  ...linesOf(count, (index) => ({
    ...{ kind: "submission", ...(index % 3 === 0 && { id: index }), submission_date: time(2 * (index % (count - 2))) },
    ...{ scct_parameter: "spring-1", phone_number: phone(index % (count - 2)), conversion_type: "Online" },
    patient_name: `Cal Reed${index % (count - 2)}`,
  })),
  ...linesOf(count, (id) => ({
    ...{ kind: "appointment", id, appointment_at: time(200 + 5 * id), phone: phone(id), patient_id: `MRN-${id}` },
    ...{ location_id: 1, provider_id: 10, patient_name: `Cal Reed${id}` },
  })),
  ...linesOf(count, (id) => ({
    ...{ kind: "invite", id, type: "sms", sent_to: phone(id), sent_at: time(id), location_id: 1, message_id: 40 },
  })),
  ...linesOf(count, (id) => ({
    ...{ kind: "spend", id, campaign_id: 7, amount: `${id}.00`, start_date: "2026-03-01", end_date: "2026-03-03" },
  })),
  ...linesOf(12, (month) => ({
    ...{ kind: "listing_metric", location_id: 1, month: 202_600 + month, metric_type: "views_maps", count: month },
  })),
  { kind: "stop", contact: "801-555-9999" },
  { kind: "import_connection", name: "main" },
  { kind: "user", id: 1, name: "Ada Lee", email: "ada@example.com", role: "Administrator" },
  { kind: "user", id: 2, name: "Bo Tran", email: "bo@example.com", role: "Administrator" },
  ...largeCatalog,
];
