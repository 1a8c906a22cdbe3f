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

const channels = ["Paid Search", "Paid Social", "Email"];
const hours = 3_600_000;
const start = Date.UTC(2026, 0, 1, 5);
const at = (hour: number) => new Date(start + hour * hours).toISOString().replace(".000", "");
const busyPhone = (person: number) => `80155502${String(person).padStart(2, "0")}`;

/**
 * Practice with four months of conversions, appointments, spends, reviews and invites.
 * Many records are close to midnight, and some have no patient id, revenue or campaign.
 */
export const busyPractice: readonly object[] = [
  ...practice,
  { kind: "account", currency: "USD", value_new_patient: "250.35", value_existing_patient: "99.95" },
  ...channels.map((channel, index) => ({
    ...{ kind: "campaign", id: 60 + index, name: `${channel} 1`, channel, scct_parameter: `c-${index}` },
  })),
  ...Array.from({ length: 40 }, (_, index) => ({
    ...{ kind: "spend", id: index + 1, campaign_id: 60 + (index % 3), amount: `${index * 17}.${10 + index}` },
    ...{ start_date: at(index * 60).slice(0, 10), end_date: at(index * 60 + (index % 5) * 300).slice(0, 10) },
  })),
  ...Array.from({ length: 120 }, (_, index) => ({
    ...{
      kind: "call",
      id: index + 1,
      called_at: at(index * 23),
      from_number: busyPhone(index % 37),
      tracking_number: "y",
    },
    ...(index % 4 < 3 ? { campaign_id: 60 + (index % 4) } : { source: index % 8 < 4 ? "google / organic" : "unknown" }),
  })),
  ...Array.from({ length: 40 }, (_, index) => ({
    ...{ kind: "submission", id: index + 1, submission_date: at(index * 61 + 1), scct_parameter: `c-${index % 4}` },
    ...{ phone_number: busyPhone(index % 29), conversion_type: "Online", patient_name: `Pat ${index % 29}` },
  })),
  ...Array.from({ length: 60 }, (_, index) => ({
    ...{ kind: "appointment", id: index + 1, phone: busyPhone(index % 31), location_id: (index % 2) + 1 },
    ...{ appointment_at: index % 5 === 0 ? at(index * 47 + 90).slice(0, 10) : at(index * 47 + 90) },
    ...(index % 3 > 0 && { patient_id: `MRN-${index % 31}` }),
    ...(index % 4 > 0 && { revenue: `${index * 31}.${10 + index}` }),
  })),
  ...Array.from({ length: 30 }, (_, index) => ({
    ...{ kind: "review", id: index + 1, platform_id: index % 6 === 0 ? 4 : 3, create_time: at(index * 91) },
    ...(index % 7 > 0 && { location_id: (index % 2) + 1 }),
    ...(index % 5 > 0 && { rating: (index % 5) + (index % 2) / 2 }),
  })),
  ...Array.from({ length: 12 }, (_, index) => ({
    ...{ kind: "nps_survey", id: index + 1, platform_id: 4, location_id: (index % 2) + 1, nps_rating: index % 11 },
    create_time: at(index * 100),
  })),
  ...Array.from({ length: 25 }, (_, index) => ({
    ...{ kind: "invite", id: index + 1, type: "sms", sent_to: busyPhone(index + 40), sent_at: at(index * 80) },
    ...{ location_id: (index % 2) + 1, proceeded_to_review: index % 3 === 0 },
    ...(index % 4 > 0 && { opened: at(index * 80 + 1) }),
  })),
  ...Array.from({ length: 10 }, (_, index) => ({
    ...{ kind: "survey_response", id: index + 1, survey_id: 4 + (index % 2), submitted_at: at(index * 99) },
    ...{ location_id: (index % 2) + 1, answers: { q: (index % 5) + 1 }, contact: busyPhone(index) },
  })),
  ...["views_maps", "views_search", "actions_phone"].flatMap((metric_type, index) =>
    [202601, 202602].map((month) => ({ kind: "listing_metric", location_id: 1, month, metric_type, count: index + 3 })),
  ),
];
