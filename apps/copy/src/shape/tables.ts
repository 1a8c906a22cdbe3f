import { crc32 } from "node:zlib";
import { listFields } from "./described-fields.js";
import {
  allColumns,
  amountOf,
  child,
  type ChildTable,
  type Column,
  type ColumnType,
  dayOf,
  type Derived,
  type Item,
  localOf,
  momentOf,
  type Table,
  table,
} from "./table.js";

/** Differences between the table of a list and the fields that the API document describes. */
type Shape = {
  /** Names of the first columns after the join keys. Further columns follow in the order of the API document. */
  readonly first?: readonly string[];
  /** Types of the columns whose documented format differs. */
  readonly types?: Readonly<Record<string, ColumnType>>;
  /** Additional columns by name. Each follows the column that it is converted from. */
  readonly converted?: Readonly<Record<string, Derived>>;
  readonly children?: readonly ChildTable[];
};

const groupsOf = (name: string) =>
  child(name, "groups", { group_id: "integer" }, (groups) => listOf(groups).map((id) => ({ group_id: id })));

/** First columns of reviews and NPS surveys. */
const ofReview = [
  ...["review_id", "create_time", "rating", "nps_rating", "comment", "reviewer", "platform", "question_id"],
  ...["location_id", "location", "location_oid", "external_location_ids"],
  ...["provider_id", "provider", "external_provider_ids", "groups", "invite_name", "invite_type"],
];

/** First columns that calls and conversions share. */
const ofTouch = ["from_number", "tracking_number", "campaign", "channel", "source", "new_patient", "appt_date"];

/** Error and warning rows of imports. */
const importRow: Shape = {
  types: { date_of_birth: "text" },
  converted: {
    appointment_date_at: momentOf("appointment_date"),
    appointment_date_day: dayOf("appointment_date"),
  },
};

const shapes: Readonly<Record<string, Shape>> = {
  reviews: { first: ofReview, children: [groupsOf("review_groups")] },
  surveys: { first: ofReview, children: [groupsOf("survey_groups")] },
  "survey-responses": {
    first: [
      ...["survey_date", "appointment_date", "overall", "location_id", "location", "state", "provider", "npi"],
      ...["patient_id", "patient_name", "patient_first", "patient_last", "contact", "user", "user_id"],
    ],
    converted: { survey_date_local: localOf("survey_date"), survey_date_day: dayOf("survey_date") },
    children: [
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
  },
  invites: {
    first: [
      ...["sent_at", "status", "type", "customer_name", "sent_to", "sent_by", "opened", "clicked"],
      ...["proceeded_to_review", "review_rating", "platform", "message", "location_id", "location", "location_oid"],
      ...["external_location_ids", "provider_id", "provider", "external_provider_ids"],
    ],
    types: { sent_at: "timestamp", opened: "timestamp" },
    children: [
      child("invite_clicks", "clicked", { created_at: "timestamp", name: "text" }, (clicked) =>
        listOf(clicked).filter(isItem),
      ),
    ],
  },
  calls: {
    first: ["call_date", ...ofTouch, "location_name", "provider"],
    converted: {
      call_date_local: localOf("call_date"),
      call_date_day: dayOf("call_date"),
      appt_date_local: localOf("appt_date"),
      appt_date_day: dayOf("appt_date"),
    },
  },
  conversions: {
    first: ["conversion_id", "date", "modified_at", "type", ...ofTouch, "location_name", "provider"],
    converted: { appt_date_at: momentOf("appt_date") },
  },
  "integration-imports": {
    first: [
      ...["import_id", "upload_date", "start_date", "end_date", "rows_processed", "appointment_captured"],
      ...["skipped_appointments", "new_patients", "scheduled_invites", "skipped_invites", "mismatches", "warnings"],
      "is_test",
    ],
    types: { upload_date: "timestamp", start_date: "text", end_date: "text", undone_at: "timestamp" },
    converted: { start_date_day: dayOf("start_date"), end_date_day: dayOf("end_date") },
    children: [child("import_errors", "errors", { side: "text", error_type: "text", rows: "integer" }, errorCounts)],
  },
  "integration-imports/appointments": importRow,
  "integration-imports/invites": importRow,
  "cahps-parsed-files": {
    first: [
      ...["file_id", "created_at", "created_by", "cahps_type", "download_status", "is_test", "total_patients"],
      "warnings_count",
    ],
    types: { created_at: "timestamp" },
  },
  "cahps-parsed-files/warnings": { first: ["id", "patient_id", "location_name", "row_note"] },
  spends: { converted: { amount_number: amountOf("amount") } },
  appointments: { converted: { appt_date_at: momentOf("appt_date"), revenue_number: amountOf("revenue") } },
  account: {
    converted: {
      value_new_patient_number: amountOf("value_new_patient"),
      value_existing_patient_number: amountOf("value_existing_patient"),
    },
  },
};

/** Tables of all known lists in `/v2/changes`. The column `_extra` stores members without their own column. */
export const tables: readonly Table[] = Object.entries(listFields).map(([list, fields]) => {
  const { first = [], types = {}, converted = {}, children }: Shape = shapes[list] ?? {};
  const rank = (name: string) =>
    name.startsWith("_") ? -1 : first.includes(name) ? first.indexOf(name) : first.length;
  const columns = Object.entries(fields)
    .sort(([a], [b]) => rank(a) - rank(b))
    .flatMap(([name, { type }]) => [
      [name, types[name] ?? type] as const,
      ...Object.entries(converted).filter(([, { from }]) => from === name),
    ]);
  return table(list, Object.fromEntries(columns), children);
});

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
