/** Bundle lines of a small practice: the catalog and other records that bundle lines refer to. */
export const practice: readonly object[] = [
  { kind: "account", time_zone: "America/Denver" },
  ...[1, 2].map((id) => ({
    ...{
      kind: "location",
      id,
      location_name: `Place ${id}`,
      external_location_ids: [`L-${id}`],
      formatted: "1 Main St",
    },
  })),
  { kind: "provider", id: 10, name: "Dr. Ada Quill", external_provider_ids: ["P-10"], location_ids: [1] },
  { kind: "group", id: 30, name: "North", provider_ids: [10], location_ids: [1] },
  { kind: "platform", id: 3, name: "Google", is_survey: false, active: true },
  { kind: "platform", id: 4, name: "After the visit", is_survey: true },
  { kind: "platform", id: 5, name: "A year later", is_survey: true },
  ...[4, 5].map((id) => ({
    ...{ kind: "survey", id, name: `Survey ${id}` },
    questions: [{ question_id: "q", name: `Visit ${id}`, text: "How was it?", kind: "stars", overall: true }],
  })),
  { kind: "message", id: 40, name: "After", languages: { en: { key: "en", message: "Hi" } } },
  {
    kind: "campaign",
    id: 50,
    name: "Spring",
    channel: "Paid Search",
    scct_parameter: "s",
    tracking_numbers: ["+18015550100"],
  },
];

const phone = (person: number) => `801-555-014${person}`;
const day = (number: number) => `2026-03-0${number}`;

type Record_ = {
  readonly id: number;
  readonly person: number;
  readonly day: number;
  readonly text: string;
  readonly flag: boolean;
};

/** Builders for bundle lines, one per kind of record. A line with an existing `id` updates the record. */
export const lines = {
  review: ({ id, day: on, text, flag, person }: Record_) => ({
    ...{ id, platform_id: 3, location_id: flag ? 1 : 2, comment: text, create_time: `${day(on)}T10:00:00Z` },
    ...(person > 1 && { rating: person }),
  }),
  nps_survey: ({ id, day: on, text, person }: Record_) => ({
    ...{ id, platform_id: 4, provider_id: 10, nps_rating: person, comment: text, create_time: `${day(on)}T10:00:00Z` },
  }),
  invite: ({ id, person, day: on, flag, text }: Record_) => ({
    ...{ id, type: "sms", sent_to: phone(person), sent_at: `${day(on)}T09:00:00Z`, customer_name: `B ${text}` },
    ...{
      location_id: 1,
      message_id: 40,
      clicked: flag ? [{ created_at: `${day(on)}T09:30:00Z`, name: "Google" }] : [],
    },
  }),
  call: ({ id, person, day: on }: Record_) => ({
    ...{ id, called_at: `${day(on)}T12:00:00Z`, from_number: phone(person), tracking_number: "801-555-0100" },
  }),
  submission: ({ id, person, day: on, text }: Record_) => ({
    ...{ id, submission_date: `${day(on)}T12:30:00Z`, scct_parameter: "s", phone_number: phone(person) },
    ...{ conversion_type: "Online", patient_name: `P ${text}` },
  }),
  appointment: ({ id, person, day: on, flag, text }: Record_) => ({
    ...{ id, appointment_at: `2026-03-1${on}T15:00:00Z`, booked_at: `2026-03-0${on}T18:00:00Z`, phone: phone(person) },
    ...{ patient_id: `MRN-${person}`, patient_name: `A ${text}`, location_id: flag ? 1 : 2, revenue: "120.50" },
  }),
  survey_response: ({ id, person, day: on, text, flag }: Record_) => ({
    ...{ id, survey_id: flag ? 4 : 5, submitted_at: `${day(on)}T20:00:00Z`, contact: phone(person) },
    ...{ patient_id: `MRN-${person}`, patient_first: `F ${text}`, location_id: 1, answers: { q: person } },
  }),
  spend: ({ id, day: on, person }: Record_) => ({
    ...{ id, campaign_id: 50, start_date: day(1), end_date: day(on), amount: `${person}00.00` },
  }),
  location: ({ id, text }: Record_) => ({
    ...{ id: (id % 2) + 1, location_name: `Place ${text}`, external_location_ids: [`L-${(id % 2) + 1}`] },
  }),
  listing_metric: ({ id, day: on, person }: Record_) => ({
    ...{ location_id: (id % 2) + 1, month: 202_600 + on, metric_type: "views_maps", count: person },
  }),
} as const;

/** Kinds of records that can be deleted by id even if other records refer to them. */
export const deletable = [
  "review",
  "nps_survey",
  "invite",
  "call",
  "submission",
  "appointment",
  "survey_response",
  "spend",
] as const;

export const phoneOf = phone;
