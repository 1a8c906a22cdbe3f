import type { UserId } from "@repute/domain";
import { anImportRow, patientTexts } from "@repute/domain/testing";

/** Import rows: one row with an unknown location, and one row whose patient has no contact. */
export const importRows = [
  anImportRow({ location: "L-9" }),
  anImportRow({ appointmentId: "A-2", mobilePhone: "", email: "", patientId: "MRN-9" }),
];

/** Patient rows: one patient who is too young, and one patient with an unknown sex. */
export const patientRows = [
  { texts: patientTexts("OASCAHPS", { date_of_birth: "2012-05-01" }) },
  { texts: patientTexts("OASCAHPS", { sex: "X9", patient_id: "MRN-6", visit_id: "V-2", phone: "" }) },
];

/** Bundle lines of the catalog and of a few records of each list. */
export const bundle = [
  { kind: "location", id: 1, location_name: "Main Street", external_location_ids: ["L-1"], formatted: "1 Main St" },
  { kind: "provider", id: 10, name: "Dr. Ada Quill", npi: "1234567893", external_provider_ids: ["P-10"] },
  { kind: "listing", id: 20, location_id: 1, provider_id: 10, name: "Ada Quill at Main", formatted: "1 Main St #2" },
  { kind: "group", id: 30, name: "North", provider_ids: [10], location_ids: [1] },
  { kind: "platform", id: 3, name: "Google", is_survey: false, active: true },
  { kind: "platform", id: 4, name: "After the visit", is_survey: true },
  {
    kind: "review",
    id: 501,
    platform_id: 3,
    location_id: 1,
    provider_id: 10,
    rating: 5,
    comment: "Kind and quick",
    reviewer: "Bo T.",
    create_time: "2026-03-01T17:05:00Z",
    extras: { plan: "gold" },
  },
  {
    kind: "review",
    id: 502,
    platform_id: 4,
    rating: 2,
    comment: "Cold waiting room",
    create_time: "2026-03-03T09:00:00Z",
  },
  {
    kind: "nps_survey",
    id: 601,
    platform_id: 4,
    location_id: 1,
    nps_rating: 9,
    question_id: "Would recommend",
    invite_id: 701,
    create_time: "2026-03-02T08:00:00Z",
  },
  {
    kind: "invite",
    id: 701,
    type: "sms",
    sent_to: "801-555-0142",
    sent_at: "2026-03-01T16:00:00Z",
    customer_name: "Bo Tran",
    location_id: 1,
    provider_id: 10,
    platform_id: 3,
    opened: "2026-03-01T16:05:00Z",
    clicked: [{ created_at: "2026-03-01T16:07:00Z", name: "Google" }],
    proceeded_to_review: true,
    extras: { plan: "gold" },
  },
  {
    kind: "survey",
    id: 4,
    name: "After the visit",
    questions: [
      { question_id: "overall", name: "Overall visit", text: "How was it?", kind: "stars", allows_comment: true },
      { question_id: "proto", name: "__proto__", text: "Any trouble?", kind: "single_select", choices: ["Yes", "No"] },
      { question_id: "more", name: "state", text: "Anything else?", kind: "open_text" },
    ],
  },
  {
    kind: "survey_response",
    id: 801,
    survey_id: 4,
    submitted_at: "2026-03-02T17:05:00Z",
    appointment_date: "2026-03-01",
    contact: "801-555-0142",
    location_id: 1,
    provider_id: 10,
    patient_id: "MRN-5",
    patient_first: "Bo",
    patient_last: "Tran",
    answers: { overall: "4", proto: "2", more: "=Thanks" },
    comments: { overall: "Kind" },
    extras: { plan: "gold" },
  },
  { kind: "survey_response", id: 802, survey_id: 4, submitted_at: "2026-03-04T08:00:00Z", answers: {} },
  { kind: "user", id: 7, name: "Ada Quill", email: "ada@example.com", role: "Administrator" },
  { kind: "user", id: 8, name: "Cal Reed", email: "cal@example.com", role: "Office Staff", oid: "O-8", bio: "=Tea" },
  { kind: "widget", first_name_only: true, platform_ids: [3, 4] },
  { kind: "invite", id: 702, type: "email", sent_to: "cal@example.com", sent_at: "2026-03-05T16:00:00Z" },
];

/** Ids of two users of the practice. The second user may be deleted. */
export const [aUserId, aDoomedUserId] = [7 as UserId, 8 as UserId];

/** Signature of a PNG image, which is enough for tests that do not decode images. */
export const anImage = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** Submission in the format that partners post. */
export const aSubmission = {
  submission_date: "2026-03-02T17:05:00Z",
  scct_parameter: "spring-1",
  phone_number: "(801) 555-0142",
  conversion_type: "Online",
  patient_name: "Cal Reed",
};

/** User in the format that partners post to invite a user. */
export const aNewUser = { role: "Administrator", name: "Bo Tran", email: "bo@example.com" };
