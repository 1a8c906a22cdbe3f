import { crc32 } from "node:zlib";
import { listFields, rowFields } from "../shape/described-fields.js";
import type { Column, Table } from "../shape/table.js";
import { layoutsOf, tableOf } from "../shape/tables.js";
import { type Engine, literal, quoted, type ViewDialect } from "./engine.js";

/**
 * Table that records the views of the copy and the versions of indexes, comments and views.
 * The copy never replaces other views.
 */
const extrasTable = "_repute_views";

/**
 * Adds indexes, comments and views to a complete copy. Does nothing if they are current.
 * Runs in the caller's transaction.
 * Omits a view if another application has a table or view with the same name.
 */
export async function addExtras(engine: Engine, lists: readonly string[]): Promise<void> {
  if (!engine.extras) return;
  await engine.run(`CREATE TABLE IF NOT EXISTS ${extrasTable} (name TEXT PRIMARY KEY, version TEXT NOT NULL)`);
  const versions = await versionsOf(engine);
  const update = async (name: string, statements: readonly string[]) => {
    const version = crc32(statements.join(";")).toString(16);
    if (statements.length === 0 || versions.get(name) === version) return;
    for (const sql of statements) await engine.run(sql);
    await engine.run(`DELETE FROM ${extrasTable} WHERE name = ${literal(name)}`);
    await engine.run(`INSERT INTO ${extrasTable} VALUES (${literal(name)}, ${literal(version)})`);
  };
  const tables = lists.map(tableOf).flatMap((table) => layoutsOf(table).map((layout) => ({ ...layout, table })));
  if (engine.extras.indexes) await update("_indexes", tables.flatMap(indexes));
  if (engine.extras.comments) await update("_comments", tables.flatMap(comments));
  const usedNames = await engine.names();
  for (const view of viewsOf(lists)) {
    if (usedNames.has(view.name) && !versions.has(view.name)) continue;
    const sql = `CREATE VIEW ${quoted(view.name)} AS ${view.query(engine.extras.views)}`;
    if (!usedNames.has(view.name)) versions.delete(view.name);
    await update(view.name, [`DROP VIEW IF EXISTS ${quoted(view.name)}`, sql]);
  }
}

/** Drops the views and indexes that the copy adds to its tables, before the tables are changed. */
export async function dropExtras(engine: Engine): Promise<void> {
  if (!engine.extras || !(await engine.tables()).has(extrasTable)) return;
  const names = [...(await versionsOf(engine)).keys()].filter((name) => !name.startsWith("_"));
  for (const name of names) await engine.run(`DROP VIEW IF EXISTS ${quoted(name)}`);
  await engine.run(`DELETE FROM ${extrasTable}`);
}

async function versionsOf(engine: Engine): Promise<Map<string, string>> {
  const rows = await engine.rows(`SELECT name, version FROM ${extrasTable}`);
  return new Map(rows.map(({ name, version }) => [String(name), String(version)]));
}

type Layout = ReturnType<typeof layoutsOf>[number] & { readonly table: ReturnType<typeof tableOf> };

const indexes = ({ name, columns }: Layout): readonly string[] =>
  indexedColumns(name, columns).map(
    (column) =>
      `CREATE INDEX IF NOT EXISTS ${quoted(`_repute_${name}_${column}`)} ON ${quoted(name)} (${quoted(column)})`,
  );

/** Returns the indexed columns of a table. Primary keys already have an index. */
export const indexedColumns = (table: string, columns: readonly Column[]): readonly string[] =>
  listedIndexes[table] ?? columns.flatMap(({ name }) => (name === "id" ? [name] : []));

/** Columns to index, by table: foreign keys and dates. Tables that are not listed have an index on `id`. */
export const listedIndexes: Readonly<Record<string, readonly string[]>> = {
  reviews: ["location_id", "provider_id", "_invite_id", "_platform_id", "create_time"],
  review_groups: ["group_id"],
  surveys: ["location_id", "provider_id", "_invite_id", "_platform_id", "create_time"],
  survey_groups: ["group_id"],
  survey_responses: ["_survey_id", "location_id", "_survey_at", "survey_date_day"],
  survey_response_groups: ["group_id"],
  survey_answers: ["question_id"],
  survey_answer_choices: ["question_id"],
  invites: ["_location_id", "_provider_id", "sent_at"],
  calls: ["_appointment_id", "_campaign_id", "_location_id", "_call_at", "call_date_day"],
  conversions: ["conversion_id", "_appointment_id", "_campaign_id", "_location_id", "date", "_local_date"],
  insights_by_month: ["location_id", "month"],
  integration_imports: ["import_id", "upload_date"],
  integration_imports_appointments: ["_import_id"],
  integration_imports_invites: ["_import_id"],
  cahps_parsed_files: ["file_id", "created_at"],
  cahps_parsed_files_warnings: ["_file_id"],
  spends: ["campaign_id", "day"],
  appointments: ["appointment_id", "conversion_id", "location_id", "provider_id", "patient_id", "_appt_local_date"],
};

const comments = ({ name, columns, table }: Layout): readonly string[] =>
  columns.map(
    (column) =>
      `COMMENT ON COLUMN ${quoted(name)}.${quoted(column.name)} IS ${literal(commentOf(table, name, column))}`,
  );

/** Returns the description of a column of a table or child table. Empty if the column has no description. */
export function commentOf({ list, name: own }: Pick<Table, "list" | "name">, table: string, column: Column): string {
  const { name, member, type, derived } = column;
  const added = ofCopy[name];
  if (added !== undefined) return added;
  if (derived) return `The value of ${member} ${conversions[type] ?? ""}. Empty if the value cannot be converted.`;
  const fields = table === own ? listFields[list] : rowFields[table];
  return fields?.[member]?.description ?? otherFields[table]?.[member] ?? "";
}

/** Descriptions of the columns that every table of a copy has. */
const ofCopy: Readonly<Record<string, string>> = {
  _id: "Id of the row in the change feed.",
  _changed_at: "Time when the row last changed.",
  _checksum: "CRC-32 of the row, calculated as in GET /v2/checksums.",
  _index: "Position of the element in the nested array, from 0.",
  _extra: "Fields that have no column, and values that do not fit into their column.",
};

const conversions: Readonly<Partial<Record<Column["type"], string>>> = {
  date: "as a date",
  local: "as a local time without a time zone",
  money: "as an exact number",
  timestamp: "as a time in UTC",
};

const group = { group_id: "Id of a group that contains the location or provider." };

/** Descriptions of the columns of child tables that the API does not describe. */
const otherFields: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  review_groups: group,
  survey_groups: group,
  survey_response_groups: group,
  survey_answers: {
    codes: "Codes of the answer, in the order of the labels in val. Empty for open questions and without an answer.",
  },
  survey_answer_choices: {
    question_id: "Question id, unique within its survey.",
    code: "Code of the answer: the number of the chosen option, or the number on a point scale.",
    label: "Label of the answer. Equal to the code if the code has no label.",
  },
  import_errors: {
    side: "Kind of rows: appointments or invites.",
    error_type: "Type of error or warning.",
    rows: "Number of rows with this error or warning.",
  },
};

/** SQL view in a copied database. Created only if the copy contains all lists that the view reads. */
type View = {
  readonly name: string;
  readonly lists: readonly string[];
  query(dialect: ViewDialect): string;
};

/** Returns the views whose lists are all in the copy. */
export const viewsOf = (lists: readonly string[]): readonly View[] => {
  const made = new Set(lists);
  return views.filter((view) => view.lists.every((list) => made.has(list)));
};

/** Returns the query for the view `campaign_performance`: campaign summaries per calendar month and channel. */
const campaignPerformance = ({ cents, money, quotient, percent, month }: ViewDialect): string => {
  const ratio = (count: string) =>
    `CASE WHEN ${count} = 0 THEN ${money("0")} ELSE ${quotient("cost_cents", count)} END`;
  return `WITH touches AS (
  SELECT ${month("c._local_date")} AS month, c.channel, c.conversion_id, c.new_patient, c._appointment_id,
    a.conversion_id AS closing_id, a._patient_key, ${cents("a.revenue_number")} AS revenue_cents
  FROM conversions c LEFT JOIN appointments a ON a.appointment_id = c._appointment_id
), outcomes AS (
  SELECT month, channel, count(*) AS conversions,
    count(CASE WHEN closing_id = conversion_id THEN 1 END) AS appointments,
    count(DISTINCT CASE WHEN closing_id <> conversion_id THEN _appointment_id END) AS assists,
    count(DISTINCT CASE WHEN closing_id = conversion_id AND new_patient THEN _patient_key END) AS new_patients,
    sum(CASE WHEN closing_id = conversion_id THEN coalesce(revenue_cents,
      CASE WHEN new_patient THEN (SELECT ${cents("value_new_patient_number")} FROM account)
        ELSE (SELECT ${cents("value_existing_patient_number")} FROM account) END, 0) ELSE 0 END) AS revenue_cents
  FROM touches GROUP BY month, channel
), costs AS (
  SELECT ${month("s.day")} AS month, k.channel, sum(${cents("s.amount_number")}) AS cost_cents
  FROM spends s JOIN campaign_catalog k ON k.id = s.campaign_id GROUP BY ${month("s.day")}, k.channel
), months AS (
  SELECT month, channel FROM outcomes UNION SELECT month, channel FROM costs
), totals AS (
  SELECT m.month, m.channel, coalesce(o.conversions, 0) AS conversions, coalesce(o.appointments, 0) AS appointments,
    coalesce(o.assists, 0) AS assists, coalesce(o.new_patients, 0) AS new_patients,
    coalesce(c.cost_cents, 0) AS cost_cents, coalesce(o.revenue_cents, 0) AS revenue_cents
  FROM months m
  LEFT JOIN outcomes o ON o.month = m.month AND o.channel = m.channel
  LEFT JOIN costs c ON c.month = m.month AND c.channel = m.channel
)
SELECT month, channel, conversions, appointments, assists, new_patients,
  ${money("cost_cents")} AS cost, ${money("revenue_cents")} AS estimated_revenue,
  ${ratio("conversions")} AS cost_per_conversion, ${ratio("appointments")} AS cost_per_appointment,
  ${ratio("assists")} AS cost_per_assist, ${ratio("new_patients")} AS cost_per_patient,
  CASE WHEN cost_cents = 0 THEN 0 ELSE ${percent("revenue_cents", "cost_cents")} END AS roas_percent
FROM totals`;
};

/** Returns the query for the view `location_scorecard`: one row per location with its all-time figures. */
const locationScorecard = (): string => `WITH reviewed AS (
  SELECT r.location_id, count(*) AS reviews, count(CASE WHEN NOT p.is_survey THEN r.rating END) AS public_ratings,
    avg(CASE WHEN NOT p.is_survey THEN r.rating END) AS average_rating
  FROM reviews r LEFT JOIN platforms p ON p.id = r._platform_id GROUP BY r.location_id
), asked AS (
  SELECT location_id, count(*) AS nps_surveys, avg(nps_rating) AS average_nps_rating FROM surveys GROUP BY location_id
), answered AS (
  SELECT location_id, count(*) AS survey_responses, avg(overall) AS average_overall
  FROM survey_responses GROUP BY location_id
), invited AS (
  SELECT _location_id AS location_id, count(*) AS invites, count(opened) AS opened_invites,
    count(CASE WHEN proceeded_to_review THEN 1 END) AS reviewed_invites
  FROM invites WHERE status <> 'scheduled' GROUP BY _location_id
), visited AS (
  SELECT location_id, count(*) AS appointments FROM appointments GROUP BY location_id
), converted AS (
  SELECT _location_id AS location_id, count(*) AS linked_conversions FROM conversions
  WHERE _location_id IS NOT NULL GROUP BY _location_id
), listed AS (
  SELECT location_id, sum(CASE WHEN metric_type IN ('views_maps', 'views_search') THEN "count" ELSE 0 END) AS listing_views,
    sum(CASE WHEN metric_type LIKE 'actions%' THEN "count" ELSE 0 END) AS listing_actions
  FROM insights_by_month GROUP BY location_id
)
SELECT l.id AS location_id, l.location_name, coalesce(r.reviews, 0) AS reviews,
  coalesce(r.public_ratings, 0) AS public_ratings, r.average_rating, coalesce(n.nps_surveys, 0) AS nps_surveys,
  n.average_nps_rating, coalesce(s.survey_responses, 0) AS survey_responses, s.average_overall,
  coalesce(i.invites, 0) AS invites, coalesce(i.opened_invites, 0) AS opened_invites,
  coalesce(i.reviewed_invites, 0) AS reviewed_invites, coalesce(a.appointments, 0) AS appointments,
  coalesce(c.linked_conversions, 0) AS linked_conversions,
  CAST(coalesce(m.listing_views, 0) AS BIGINT) AS listing_views,
  CAST(coalesce(m.listing_actions, 0) AS BIGINT) AS listing_actions
FROM locations l
LEFT JOIN reviewed r ON r.location_id = l.id
LEFT JOIN asked n ON n.location_id = l.id
LEFT JOIN answered s ON s.location_id = l.id
LEFT JOIN invited i ON i.location_id = l.id
LEFT JOIN visited a ON a.location_id = l.id
LEFT JOIN converted c ON c.location_id = l.id
LEFT JOIN listed m ON m.location_id = l.id`;

const views: readonly View[] = [
  {
    name: "campaign_performance",
    lists: ["conversions", "appointments", "spends", "campaign-catalog", "account"],
    query: campaignPerformance,
  },
  {
    name: "location_scorecard",
    lists: [
      ...["locations", "platforms", "reviews", "surveys", "survey-responses", "invites", "appointments", "conversions"],
      "insights/byMonth",
    ],
    query: locationScorecard,
  },
];
