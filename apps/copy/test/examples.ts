import type { Item } from "../src/shape/table.js";

/** Item of a list, and the expected table rows for the item. */
export type Example = {
  readonly list: string;
  readonly item: Item;
  readonly table: string;
  readonly row: Item;
  readonly nested?: Readonly<Record<string, readonly Item[]>>;
};

const review = {
  ...{ _invite_id: 900, _message_id: 40, _platform_id: 3, _local_date: "2026-03-01", _custom_fields: { plan: "gold" } },
  comment: "Kind and quick",
  create_time: "2026-03-01T17:05:00+00:00",
  external_location_ids: ["L-1"],
  external_provider_ids: ["P-10"],
  groups: [30, 31],
  invite_name: null,
  invite_type: null,
  location: "Main Street",
  location_id: 1,
  location_oid: "L-1",
  message: "Dr. Ada Quill",
  nps_rating: 9.5,
  platform: "Google",
  provider: "Dr. Ada Quill",
  provider_id: 10,
  question_id: null,
  rating: 5,
  review_id: 501,
  reviewer: "Bo T.",
  sent_at: "2026-02-28T09:00:00+00:00",
  sent_to: "801-555-0142",
};
const reviewRow = { ...review, create_time: "2026-03-01 17:05:00", sent_at: "2026-02-28 09:00:00" };

const invite = {
  ...{ _location_id: 1, _provider_id: null, _local_date: "2026-02-28" },
  clicked: [{ created_at: "2026-03-01 16:07:00+00:00", name: "Google" }],
  ...{ customer_name: "Bo Tran", external_location_ids: ["L-1"], external_provider_ids: [], extras: { plan: "gold" } },
  ...{ location: "Main", location_id: "1", location_oid: "L-1", message: "After", opened: null, platform: "Google" },
  ...{ proceeded_to_review: true, provider: null, provider_id: null, review_rating: 5, sent_by: "", status: "sent" },
  ...{ sent_at: "2026-03-01 16:00:00+00:00", sent_to: "801-555-0142", type: "sms" },
};

const importRow = {
  _import_id: 7,
  id: 31,
  error_type: "location_mismatch",
  error_level: "error",
  patient_name: "Cal Reed",
  patient_id: "MRN-5",
  appointment_date: "2026-05-28T14:00:00+00:00",
  location_name: "L-9",
  provider: "P-10",
  phone: "+18015550142",
  email: null,
  date_of_birth: "1980-05-01",
  state: "UT",
  match_info: { field: "location", value: "L-9" },
};
const importRowRow = { ...importRow, appointment_date_at: "2026-05-28 14:00:00", appointment_date_day: "2026-05-28" };

const appointment = {
  ...{ _appt_local_date: "2026-03-05", _patient_key: "id MRN-5" },
  ...{ appointment_id: 88, appt_date: "2026-03-05T15:00:00+00:00", location_id: 1, provider_id: null },
  ...{ patient_id: "MRN-5", revenue: "350.00", conversion_id: "call-900" },
};

const account = {
  ...{ key: "acme", name: "Acme", time_zone: "America/Denver", currency: "USD", match_window_days: 90 },
  ...{ value_new_patient: "250.10", value_existing_patient: "0.00" },
};

const joinKeys = { _location_id: 1, _provider_id: 10, _campaign_id: null, _appointment_id: 88 };

const questions = [
  { question_id: "overall", question_text: "How was it?", val: "5", display_values: { 1: "1" }, comment: "Kind" },
  { question_id: "wait", question_text: "Why?", val: "a, b, 9", display_values: { 1: "a, b", 2: "a" } },
  { question_id: "__proto__", question_text: "Else?", val: "", display_values: {} },
];
const responseKeys = { _custom_fields: { plan: "gold" }, _answer_codes: { overall: ["5"], wait: ["1", "9"] } };

export const examples: readonly Example[] = [
  {
    ...{ list: "reviews", table: "reviews", item: review, row: reviewRow },
    nested: { review_groups: [{ group_id: 30 }, { group_id: 31 }] },
  },
  {
    ...{ list: "surveys", table: "surveys", item: review, row: reviewRow },
    nested: { survey_groups: [{ group_id: 30 }, { group_id: 31 }] },
  },
  {
    list: "survey-responses",
    table: "survey_responses",
    item: {
      ...{ _survey_id: 4, _survey_at: "2026-03-02T07:05:09+00:00", ...responseKeys },
      ...{ appointment_date: "2026-03-01", contact: "801-555-0142", groups: [30], location: "Main" },
      ...{
        location_id: 1,
        npi: "1234567893",
        overall: 4.5,
        patient_first: "Bo",
        patient_id: "MRN-5",
        patient_last: "Tran",
      },
      ...{ patient_name: "Bo Tran", provider: null, state: "UT", survey_date: "3/2/2026 12:05:09 am", user: "Bo Tran" },
      ...{ user_id: "MRN-5", "Overall visit": "5", questions },
    },
    row: {
      ...{ _survey_id: 4, _survey_at: "2026-03-02 07:05:09", ...responseKeys, survey_date_day: "2026-03-02" },
      ...{ appointment_date: "2026-03-01", contact: "801-555-0142", groups: [30], location: "Main" },
      ...{
        location_id: 1,
        npi: "1234567893",
        overall: 4.5,
        patient_first: "Bo",
        patient_id: "MRN-5",
        patient_last: "Tran",
      },
      ...{ patient_name: "Bo Tran", provider: null, state: "UT", survey_date: "3/2/2026 12:05:09 am", user: "Bo Tran" },
      ...{ user_id: "MRN-5", questions, survey_date_local: "2026-03-02 00:05:09", _extra: { "Overall visit": "5" } },
    },
    nested: {
      survey_response_groups: [{ group_id: 30 }],
      survey_answers: [
        { ...questions[0], codes: ["5"] },
        { ...questions[1], codes: ["1", "9"], comment: null },
        { ...questions[2], codes: null, comment: null },
      ],
      survey_answer_choices: [
        { question_id: "overall", code: "5", label: "5" },
        { question_id: "wait", code: "1", label: "a, b" },
        { question_id: "wait", code: "9", label: "9" },
      ],
    },
  },
  {
    ...{ list: "invites", table: "invites", item: invite, row: { ...invite, sent_at: "2026-03-01 16:00:00" } },
    nested: { invite_clicks: [{ created_at: "2026-03-01 16:07:00", name: "Google" }] },
  },
  {
    list: "calls",
    table: "calls",
    item: {
      ...{ ...joinKeys, _call_at: "2026-11-01T08:30:00+00:00", _appt_at: "2026-03-05T19:00:00+00:00" },
      ...{ appt_date: "3/5/2026 12:00:00 pm", call_date: "11/1/2026 1:30:00 am", campaign: "Spring" },
      ...{
        channel: "Paid Search",
        from_number: "+18015550142",
        location_name: "-",
        new_patient: false,
        patient_id: "Unknown",
      },
      ...{ patient_name: "Unknown", provider: "-", source: "google", tracking_number: "+18015550100" },
    },
    row: {
      ...{ ...joinKeys, _call_at: "2026-11-01 08:30:00", _appt_at: "2026-03-05 19:00:00" },
      ...{ appt_date_day: "2026-03-05", call_date_day: "2026-11-01" },
      ...{ appt_date: "3/5/2026 12:00:00 pm", call_date: "11/1/2026 1:30:00 am", campaign: "Spring" },
      ...{
        channel: "Paid Search",
        from_number: "+18015550142",
        location_name: "-",
        new_patient: false,
        patient_id: "Unknown",
      },
      ...{ patient_name: "Unknown", provider: "-", source: "google", tracking_number: "+18015550100" },
      ...{ appt_date_local: "2026-03-05 12:00:00", call_date_local: "2026-11-01 01:30:00" },
    },
  },
  {
    list: "conversions",
    table: "conversions",
    item: {
      ...{ ...joinKeys, _local_date: "2026-03-02", _appt_local_date: "2026-03-05" },
      ...{ conversion_id: "call-900", appt_date: "2026-03-05", campaign: null, channel: "Unassigned" },
      ...{ source: null, date: "2026-03-02T16:00:00+00:00", from_number: "+18015550142", location_name: null },
      ...{ new_patient: true, patient_id: null, patient_name: null, provider: null, tracking_number: null },
      ...{ type: "Call", modified_at: "2026-03-03T02:00:00+00:00" },
    },
    row: {
      ...{ ...joinKeys, _local_date: "2026-03-02", _appt_local_date: "2026-03-05" },
      ...{ conversion_id: "call-900", appt_date: "2026-03-05", campaign: null, channel: "Unassigned" },
      ...{ source: null, date: "2026-03-02 16:00:00", from_number: "+18015550142", location_name: null },
      ...{ new_patient: true, patient_id: null, patient_name: null, provider: null, tracking_number: null },
      ...{ type: "Call", modified_at: "2026-03-03 02:00:00", appt_date_at: null },
    },
  },
  same("locations", "locations", { id: 1, location_name: "Main Street", external_location_ids: ["L-1"] }),
  same("providers", "providers", { id: 10, name: "Dr. Ada Quill", npi: null, external_provider_ids: ["P-10"] }),
  same("platforms", "platforms", { id: 3, name: "Google", is_survey: false, active: true }),
  same("messages", "messages", { id: 40, name: "After", languages: { en: { key: "k", message: "Hi {name}" } } }),
  same("groups", "groups", { id: 30, name: "North", providers: [{ id: 10, name: "Dr. Ada Quill" }], locations: [] }),
  same("surveys-list", "surveys_list", { id: 4, name: "After the visit" }),
  same("insights/byMonth", "insights_by_month", {
    location_id: 1,
    month: 202603,
    metric_type: "views_maps",
    count: 120,
  }),
  {
    list: "integration-imports",
    table: "integration_imports",
    item: { ...importRun(), upload_date: "2026-06-01 12:00:00" },
    row: {
      ...{ ...importRun(), upload_date: "2026-06-01 12:00:00", is_test: null },
      ...{ start_date_day: "2026-05-28", end_date_day: "2026-05-28" },
    },
    nested: {
      import_errors: [
        { side: "appointments", error_type: "location_mismatch", rows: 1 },
        { side: "invites", error_type: "stops", rows: 2 },
      ],
    },
  },
  {
    ...{ list: "integration-imports/appointments", table: "integration_imports_appointments" },
    ...{ item: importRow, row: importRowRow },
  },
  { list: "integration-imports/invites", table: "integration_imports_invites", item: importRow, row: importRowRow },
  {
    list: "cahps-parsed-files",
    table: "cahps_parsed_files",
    item: { ...parsedFile(), created_at: "2026-06-01T12:00:00+00:00" },
    row: { ...parsedFile(), created_at: "2026-06-01 12:00:00" },
  },
  {
    list: "spends",
    table: "spends",
    item: { campaign_id: 4, day: "2026-03-01", amount: "1200.50" },
    row: { campaign_id: 4, day: "2026-03-01", amount: "1200.50", amount_number: 1200.5 },
  },
  {
    ...{ list: "appointments", table: "appointments", item: appointment },
    row: { ...appointment, appt_date_at: "2026-03-05 15:00:00", revenue_number: 350 },
  },
  {
    ...{ list: "account", table: "account", item: account },
    row: { ...account, value_new_patient_number: 250.1, value_existing_patient_number: 0 },
  },
  same("campaign-catalog", "campaign_catalog", {
    ...{ id: 4, name: "Spring", channel: "Paid Search", source: null, parameter: "spring" },
    ...{ tracking_numbers: ["+18015550100"] },
  }),
  same("cahps-parsed-files/warnings", "cahps_parsed_files_warnings", {
    ...{ _file_id: 7, id: 7000012, patient_id: "MRN-5", patient_info: { first_name: "Cal" }, location_name: "Main" },
    ...{ row_note: "Patient was 15", notes: { notes_string: "Patient was 15" } },
  }),
];

function importRun() {
  return {
    ...{ import_id: 7, rows_processed: 5, mismatches: 2, warnings: 2, appointment_captured: 3, new_patients: 3 },
    ...{ scheduled_invites: 1, skipped_appointments: 2, skipped_invites: 4, start_date: "2026-05-28" },
    ...{ end_date: "2026-05-28", errors: { appointments: { location_mismatch: 1 }, invites: { stops: 2 } } },
    undone_at: "2026-06-02 12:00:00",
  };
}

function parsedFile() {
  return {
    ...{ file_id: 7, integration_connection: null, file_transform: null, download_status: "Done", is_test: false },
    ...{ cahps_type: "OASCAHPS", total_patients: 224, warnings_count: 109, created_by: "ann@example.com" },
  };
}

/** Creates an example whose columns have the same names and values as its members. */
function same(list: string, table: string, item: Item): Example {
  return { list, table, item, row: item };
}
