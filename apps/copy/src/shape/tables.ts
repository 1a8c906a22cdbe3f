import type { Columns, Item, Table } from "./table.js";
import { amountOf, child, localOf, momentOf, table } from "./table.js";

const review: Columns = {
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

const importRow: Columns = {
  _import_id: "integer",
  id: "integer",
  error_type: "text",
  error_level: "text",
  patient_name: "text",
  patient_id: "text",
  appointment_date: "text",
  appointment_date_at: momentOf("appointment_date"),
  location_name: "text",
  provider: "text",
  phone: "text",
  email: "text",
  date_of_birth: "text",
  state: "text",
  match_info: "json",
};

const joinKeys: Columns = {
  _location_id: "integer",
  _provider_id: "integer",
  _campaign_id: "integer",
  _appointment_id: "integer",
};

const groupsOf = (name: string) =>
  child(name, { group_id: "integer" }, ({ groups }) => listOf(groups).map((id) => ({ group_id: id })));

/** Every list of `/v2/changes` as a table. What a table does not name goes into its `_extra`. */
export const tables: readonly Table[] = [
  table("reviews", review, [groupsOf("review_groups")]),
  table("surveys", review, [groupsOf("survey_groups")]),
  table(
    "survey-responses",
    {
      _survey_id: "integer",
      survey_date: "text",
      survey_date_local: localOf("survey_date"),
      appointment_date: "date",
      overall: "number",
      location_id: "integer",
      location: "text",
      state: "text",
      provider: "text",
      npi: "text",
      patient_id: "text",
      patient_name: "text",
      patient_first: "text",
      patient_last: "text",
      contact: "text",
      user: "text",
      user_id: "text",
      groups: "json",
      questions: "json",
    },
    [
      groupsOf("survey_response_groups"),
      child(
        "survey_answers",
        { question_id: "text", question_text: "text", val: "text", comment: "text", display_values: "json" },
        ({ questions }) => listOf(questions).filter(isItem),
      ),
    ],
  ),
  table(
    "invites",
    {
      sent_at: "timestamp",
      status: "text",
      type: "text",
      customer_name: "text",
      sent_to: "text",
      sent_by: "text",
      opened: "timestamp",
      clicked: "json",
      proceeded_to_review: "boolean",
      review_rating: "number",
      platform: "text",
      message: "text",
      location_id: "text",
      location: "text",
      location_oid: "text",
      external_location_ids: "json",
      provider_id: "text",
      provider: "text",
      external_provider_ids: "json",
      extras: "json",
    },
    [
      child("invite_clicks", { created_at: "timestamp", name: "text" }, ({ clicked }) =>
        listOf(clicked).filter(isItem),
      ),
    ],
  ),
  table("calls", {
    ...joinKeys,
    call_date: "text",
    call_date_local: localOf("call_date"),
    from_number: "text",
    tracking_number: "text",
    campaign: "text",
    channel: "text",
    source: "text",
    new_patient: "boolean",
    appt_date: "text",
    appt_date_local: localOf("appt_date"),
    location_name: "text",
    provider: "text",
    patient_id: "text",
    patient_name: "text",
  }),
  table("conversions", {
    ...joinKeys,
    conversion_id: "text",
    date: "timestamp",
    modified_at: "timestamp",
    type: "text",
    from_number: "text",
    tracking_number: "text",
    campaign: "text",
    channel: "text",
    source: "text",
    new_patient: "boolean",
    appt_date: "text",
    appt_date_at: momentOf("appt_date"),
    location_name: "text",
    provider: "text",
    patient_id: "text",
    patient_name: "text",
  }),
  table("locations", { id: "integer", location_name: "text", external_location_ids: "json" }),
  table("providers", { id: "integer", name: "text", npi: "text", external_provider_ids: "json" }),
  table("platforms", { id: "integer", name: "text", is_survey: "boolean", active: "boolean" }),
  table("messages", { id: "integer", name: "text", languages: "json" }),
  table("groups", { id: "integer", name: "text", providers: "json", locations: "json" }),
  table("surveys-list", { id: "integer", name: "text" }),
  table("insights/byMonth", { location_id: "integer", month: "integer", metric_type: "text", count: "integer" }),
  table(
    "integration-imports",
    {
      import_id: "integer",
      upload_date: "timestamp",
      start_date: "text",
      end_date: "text",
      rows_processed: "integer",
      appointment_captured: "integer",
      skipped_appointments: "integer",
      new_patients: "integer",
      scheduled_invites: "integer",
      skipped_invites: "integer",
      mismatches: "integer",
      warnings: "integer",
      is_test: "boolean",
      errors: "json",
    },
    [
      child("import_errors", { side: "text", error_type: "text", rows: "integer" }, ({ errors }) =>
        errorCounts(errors),
      ),
    ],
  ),
  table("integration-imports/appointments", importRow),
  table("integration-imports/invites", importRow),
  table("cahps-parsed-files", {
    file_id: "integer",
    created_at: "timestamp",
    created_by: "text",
    cahps_type: "text",
    download_status: "text",
    is_test: "boolean",
    total_patients: "integer",
    warnings_count: "integer",
    integration_connection: "text",
    file_transform: "text",
  }),
  table("cahps-parsed-files/warnings", {
    _file_id: "integer",
    id: "integer",
    patient_id: "text",
    location_name: "text",
    row_note: "text",
    patient_info: "json",
    notes: "json",
  }),
  table("campaign-catalog", {
    id: "integer",
    name: "text",
    channel: "text",
    source: "text",
    parameter: "text",
    tracking_numbers: "json",
  }),
  table("spends", { campaign_id: "integer", day: "date", amount: "text", amount_number: amountOf("amount") }),
  table("appointments", {
    appointment_id: "integer",
    appt_date: "text",
    appt_date_at: momentOf("appt_date"),
    location_id: "integer",
    provider_id: "integer",
    patient_id: "text",
    revenue: "text",
    revenue_number: amountOf("revenue"),
    conversion_id: "text",
  }),
];

/** A list that this copier does not know yet: whole in its `_extra`. */
export const unknownTable = (list: string): Table => table(list, {});

function errorCounts(errors: unknown): Item[] {
  if (!isItem(errors)) return [];
  return Object.entries(errors).flatMap(([side, counts]) =>
    isItem(counts) ? Object.entries(counts).map(([type, rows]) => ({ side, error_type: type, rows })) : [],
  );
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const isItem = (value: unknown): value is Item => typeof value === "object" && value !== null && !Array.isArray(value);
