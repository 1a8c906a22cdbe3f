import { crc32 } from "node:zlib";
import {
  allColumns,
  amountOf,
  child,
  type Column,
  type Columns,
  dayOf,
  type Item,
  localOf,
  momentOf,
  type Table,
  table,
} from "./table.js";

/** Column types that reviews and NPS surveys share. */
const review: Columns = {
  _invite_id: "integer",
  _message_id: "integer",
  _platform_id: "integer",
  _local_date: "date",
  _custom_fields: "json",
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
const importRow: Columns = {
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
const joinKeys: Columns = {
  _location_id: "integer",
  _provider_id: "integer",
  _campaign_id: "integer",
  _appointment_id: "integer",
};

const groupsOf = (name: string) =>
  child(name, "groups", { group_id: "integer" }, (groups) => listOf(groups).map((id) => ({ group_id: id })));

/** Tables of all known lists in `/v2/changes`. The column `_extra` stores members without their own column. */
export const tables: readonly Table[] = [
  table("reviews", review, [groupsOf("review_groups")]),
  table("surveys", review, [groupsOf("survey_groups")]),
  table(
    "survey-responses",
    {
      _survey_id: "integer",
      _survey_at: "timestamp",
      _custom_fields: "json",
      _answer_codes: "json",
      survey_date: "text",
      survey_date_local: localOf("survey_date"),
      survey_date_day: dayOf("survey_date"),
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
        "questions",
        {
          question_id: "text",
          question_text: "text",
          val: "text",
          codes: "json",
          comment: "text",
          display_values: "json",
        },
        answersOf,
      ),
      child("survey_answer_choices", "questions", { question_id: "text", code: "text", label: "text" }, choicesOf),
    ],
  ),
  table(
    "invites",
    {
      _location_id: "integer",
      _provider_id: "integer",
      _local_date: "date",
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
      child("invite_clicks", "clicked", { created_at: "timestamp", name: "text" }, (clicked) =>
        listOf(clicked).filter(isItem),
      ),
    ],
  ),
  table("calls", {
    ...joinKeys,
    _call_at: "timestamp",
    _appt_at: "timestamp",
    call_date: "text",
    call_date_local: localOf("call_date"),
    call_date_day: dayOf("call_date"),
    from_number: "text",
    tracking_number: "text",
    campaign: "text",
    channel: "text",
    source: "text",
    new_patient: "boolean",
    appt_date: "text",
    appt_date_local: localOf("appt_date"),
    appt_date_day: dayOf("appt_date"),
    location_name: "text",
    provider: "text",
    patient_id: "text",
    patient_name: "text",
  }),
  table("conversions", {
    ...joinKeys,
    _local_date: "date",
    _appt_local_date: "date",
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
      start_date_day: dayOf("start_date"),
      end_date: "text",
      end_date_day: dayOf("end_date"),
      rows_processed: "integer",
      appointment_captured: "integer",
      skipped_appointments: "integer",
      new_patients: "integer",
      scheduled_invites: "integer",
      skipped_invites: "integer",
      mismatches: "integer",
      warnings: "integer",
      is_test: "boolean",
      undone_at: "timestamp",
      errors: "json",
    },
    [child("import_errors", "errors", { side: "text", error_type: "text", rows: "integer" }, errorCounts)],
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
    _appt_local_date: "date",
    _patient_key: "text",
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
  table("account", {
    key: "text",
    name: "text",
    time_zone: "text",
    currency: "text",
    match_window_days: "integer",
    value_new_patient: "text",
    value_new_patient_number: amountOf("value_new_patient"),
    value_existing_patient: "text",
    value_existing_patient_number: amountOf("value_existing_patient"),
  }),
];

/** Defines the table of a list that this version does not know. The column `_extra` stores all members. */
const unknownTable = (list: string): Table => table(list, {});

/** Table as created in the database. The first `keys` columns are the primary key. */
export type Layout = { readonly name: string; readonly columns: readonly Column[]; readonly keys: number };

/** Returns a list's table, followed by its child tables. */
export const layoutsOf = (table: Table): readonly Layout[] => [
  { name: table.name, columns: allColumns(table), keys: 1 },
  ...table.children.map(({ name, columns }) => ({ name, columns, keys: 2 })),
];

const byList = new Map(tables.map((table) => [table.list, table]));

/** Returns the table of a list. Lists that this version does not know get a table with the column `_extra` only. */
export function tableOf(list: string): Table {
  let table = byList.get(list);
  if (!table) byList.set(list, (table = unknownTable(list)));
  return table;
}

/** Returns the tables of the given lists, or of all known lists. */
export const knownTables = (lists: readonly string[] | undefined): readonly Table[] =>
  lists === undefined ? tables : lists.map(tableOf);

const shape = tables.map(({ children, ...table }) => ({
  ...table,
  children: children.map(({ name, columns }) => ({ name, columns })),
}));

/** Fingerprint of all table definitions. A copy with another fingerprint is rebuilt. */
export const shapeVersion: string = crc32(JSON.stringify(shape)).toString(16);

const knownLists = new Set(tables.map(({ list }) => list));

const reservedNames = new Set(tables.flatMap(({ name, children }) => [name, ...children.map((child) => child.name)]));

/** Maximum length of a table name. PostgreSQL truncates names at 63 bytes, and the copy may add a prefix. */
const maxName = 50;

/** Name prefixes that databases reserve. For example, PostgreSQL reads `pg_authid` as the name of a system table. */
const ofDatabases = /^(?:pg|sqlite|duckdb|pragma)_/;

/**
 * Returns true if a table may be created for a list.
 * Accepts known lists, and lists of newer servers if their table names are valid and unused.
 * Table names that start with an underscore are reserved for the copy.
 */
export function isListName(list: string): boolean {
  if (knownLists.has(list)) return true;
  if (!/^[a-z][A-Za-z0-9/-]{0,39}$/.test(list)) return false;
  const { name } = unknownTable(list);
  return name.length <= maxName && !reservedNames.has(name) && !ofDatabases.test(name);
}

/** Returns the answers of a survey response, each with its codes. */
function answersOf(questions: unknown, { _answer_codes }: Item): Item[] {
  const codes = new Map(isItem(_answer_codes) ? Object.entries(_answer_codes) : []);
  return listOf(questions)
    .filter(isItem)
    .map((answer) => ({ ...answer, codes: codes.get(String(answer["question_id"])) }));
}

/** Returns the chosen options of a survey response, each with its label. A code without a label is its own label. */
function choicesOf(questions: unknown, item: Item): Item[] {
  return answersOf(questions, item).flatMap(({ question_id, codes, display_values }) => {
    const labels = new Map(isItem(display_values) ? Object.entries(display_values) : []);
    return listOf(codes).map((code) => ({ question_id, code, label: labels.get(String(code)) ?? code }));
  });
}

function errorCounts(errors: unknown): Item[] {
  if (!isItem(errors)) return [];
  return Object.entries(errors).flatMap(([side, counts]) =>
    isItem(counts) ? Object.entries(counts).map(([type, rows]) => ({ side, error_type: type, rows })) : [],
  );
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const isItem = (value: unknown): value is Item => typeof value === "object" && value !== null && !Array.isArray(value);
