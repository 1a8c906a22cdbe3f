const when = "2026-03-02T17:05:00Z";
const places = { location_id: 1, provider_id: 10 };
const reviewed = (mark: string) => ({ create_time: when, extras: { plan: mark } });

/** Returns one bundle line of every kind, with fixed IDs and numbers. All variable strings contain `mark`. */
export const markedLines = (mark: string, amount: number): readonly object[] => [
  { kind: "account", time_zone: "America/Denver", currency: "USD", value_new_patient: `${amount}.00` },
  { kind: "location", id: 1, location_name: `Main ${mark}`, external_location_ids: [`L ${mark}`], formatted: mark },
  { kind: "provider", id: 10, name: `Ada ${mark}`, external_provider_ids: [`P ${mark}`], location_ids: [1] },
  { kind: "group", id: 5, name: `North ${mark}`, provider_ids: [10], location_ids: [1] },
  { kind: "platform", id: 3, name: `Google ${mark}`, is_survey: false, active: true },
  { kind: "platform", id: 4, name: `Visit ${mark}`, is_survey: true, active: true },
  {
    kind: "survey",
    id: 4,
    name: `Visit ${mark}`,
    questions: [{ question_id: "q1", name: `How ${mark}`, text: `How was it ${mark}`, kind: "open_text" }],
  },
  { kind: "widget", allowed_origins: ["https://www.practice.example"] },
  { kind: "message", id: 7, name: `Hello ${mark}`, languages: { en: { key: `hello ${mark}`, message: mark } } },
  { kind: "campaign", id: 8, name: `Spring ${mark}`, channel: `Paid ${mark}`, source: mark, scct_parameter: "spring" },
  { kind: "spend", id: 9, campaign_id: 8, start_date: "2026-03-01", end_date: "2026-03-31", amount: `${amount}.00` },
  {
    kind: "invite",
    id: 11,
    type: "email",
    sent_to: "cal@example.com",
    sent_at: "2026-03-01T17:00:00Z",
    sent_by: mark,
    customer_name: `Cal ${mark}`,
    ...places,
    message_id: 7,
    platform_id: 3,
    extras: { plan: mark },
  },
  { kind: "review", id: 12, platform_id: 3, ...places, rating: 5, comment: mark, reviewer: mark, ...reviewed(mark) },
  { kind: "review", id: 13, platform_id: 3, ...places, rating: 4, comment: mark, reviewer: mark, ...reviewed(mark) },
  { kind: "nps_survey", id: 14, platform_id: 4, ...places, nps_rating: 9, comment: mark, ...reviewed(mark) },
  {
    kind: "call",
    id: 15,
    called_at: when,
    from_number: "+18015550001",
    tracking_number: "+18015550002",
    campaign_id: 8,
  },
  { kind: "appointment", id: 16, appointment_at: "2026-03-09T17:00:00Z", phone: "+18015550001", patient_name: mark },
  {
    kind: "submission",
    id: 17,
    submission_date: when,
    scct_parameter: "spring",
    phone_number: "+18015550003",
    conversion_type: "Online",
    patient_name: `Cal ${mark}`,
  },
  { kind: "listing_metric", location_id: 1, month: 202_603, metric_type: "views_maps", count: amount },
  { kind: "user", id: 7, name: `Ada ${mark}`, email: `ada@${mark}.example`, role: "Administrator", bio: mark },
  { kind: "user", id: 8, name: `Bo ${mark}`, email: `bo@${mark}.example`, role: "Office Staff", oid: mark },
  {
    kind: "survey_response",
    id: 18,
    survey_id: 4,
    submitted_at: when,
    contact: mark,
    ...places,
    patient_first: mark,
    answers: { q1: mark },
  },
];

/** Returns an appointment file with two rows: a skipped row, and a row without an invite. Both contain `mark`. */
export const markedVisits = (mark: string): string =>
  [
    "Appointment ID,MRN,First Name,Last Name,Appointment Date,Location,Provider,Email",
    `A-1,M-1,Cal,${mark},2026-03-15,Nowhere ${mark},P ${mark},cal@example.com`,
    `A-2,M-2,Bo,${mark},2026-03-15,L ${mark},P ${mark},`,
  ].join("\n");

/** Returns a patient file that contains `mark`. The first patient has no name. */
export const markedPatients = (mark: string): string =>
  [
    "First Name,Last Name,Address 1,City,State,ZIP Code,DOB,Gender,MRN,Unique ID,Location Name,DOS,CPT",
    `,${mark},1 Elm ${mark},Provo,UT,84601,1980-01-01,F,M-1,V-1,L ${mark},2026-03-15,66984`,
    `Bo,${mark},2 Elm ${mark},Provo,UT,84601,1980-01-01,M,M-2,V-2,L ${mark},2026-03-16,66984`,
  ].join("\n");
