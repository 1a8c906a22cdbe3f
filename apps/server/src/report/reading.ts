import {
  columnKeys,
  fieldName,
  type FileExplanation,
  type FileReading,
  type ImportRunItem,
  type UnknownStatuses,
  type WithdrawalsOfRun,
} from "@repute/domain";
import { filledTable, paragraphs, table, type Text } from "../terminal/output.js";

/** An import run with its withdrawn appointments and invites, and with what was not understood. */
export type ImportResult = {
  readonly run: ImportRunItem;
  readonly withdrawals: WithdrawalsOfRun;
  readonly unknown: UnknownStatuses;
  /** Absent if the file is not at hand, because the report is written again. */
  readonly reading?: FileReading | undefined;
};

type Reading = FileReading | undefined;

/** Headings that were not read, with the fields that they probably mean. */
type Unread = { readonly unread?: readonly { readonly heading: string; readonly meant?: string }[] };

/** Formats the headings that were not read for `--json`. `did_you_mean` is the most similar field, or `null`. */
export const unreadHeadings = (reading: Unread | undefined): FileExplanation["unread_headings"] =>
  (reading?.unread ?? []).map(({ heading, meant }) => ({
    heading,
    did_you_mean: meant === undefined ? null : fieldName(meant),
  }));

/** Formats what was not understood in a file for `--json`. A person fills in the values between angle brackets. */
export const readingItem = ({ statuses, key }: UnknownStatuses, reading: Reading) => ({
  unknown_statuses: statuses,
  unread_headings: unreadHeadings(reading),
  connection_keys: [...(key === null ? [] : [key]), ...(reading ? columnKeys(reading) : [])],
  file_warnings: reading?.warnings ?? [],
});

/** Meanings that a connection can give to a status. */
const meanings = "takes_place, not_settled, cancelled, no_show, rescheduled, deleted, left or deceased";

/** Tells an operator what was not understood: statuses first, then headings and missing columns. */
export function readingText(unknown: UnknownStatuses, reading: Reading): readonly Text[] {
  const { statuses, key } = unknown;
  const unread = unreadHeadings(reading);
  return [
    ...(key === null ? [] : [statusTable(statuses), howToMap(key)]),
    ...headingTable(unread),
    ...(reading ? columnKeys(reading) : []).map((own) => `Add ${own} to the connection if the guesses are right.`),
    ...(reading?.warnings ?? []).map((warning) => `Warning: ${warning}.`),
  ];
}

/** Sentence for the office and the operator about statuses without a known meaning. */
export const withheldText = ({ statuses }: UnknownStatuses): string =>
  `No patient was invited for ${statuses
    .map(({ status }) => `\u201c${status}\u201d`)
    .slice(0, 10)
    .join(", ")}, because it is not known what the status means.`;

const howToMap = (key: string): string =>
  `These appointments are stored, but their patients are not invited.\nAdd ${key} to the connection, with ${meanings}, and import the file again.`;

const statusTable = (statuses: UnknownStatuses["statuses"]) =>
  table(
    ["unknown status", "rows", "example row"],
    statuses.map(({ status, rows, example_row: row }) => [status, rows, String(row)]),
  );

/** Returns a table of the headings that were not read, if there are any. */
export const headingTable = (unread: FileExplanation["unread_headings"]) =>
  filledTable(
    ["heading that was not read", "did you mean"],
    unread.map(({ heading, did_you_mean: field }) => [heading, field ?? ""]),
  );

/** Formats the explanation of a file for an operator. */
export function explanationText(explanation: FileExplanation): Text {
  const { columns, unread_headings: unread, connection_keys: keys, connection } = explanation;
  return paragraphs(
    explainedFacts(explanation),
    ...filledTable(
      ["field", "heading"],
      (columns ?? []).map(({ field, heading }) => [field, heading]),
    ),
    ...headingTable(unread),
    ...filledTable(
      ["status", "meaning", "rows", "example row"],
      explanation.statuses.map(({ status, meaning, ...one }) => [named(status), meaning, ...countCells(one)]),
    ),
    ...filledTable(
      ["unknown location", "rows", "example row"],
      explanation.unknown_locations.map(({ location, ...one }) => [named(location), ...countCells(one)]),
    ),
    ...filledTable(
      ["unknown provider", "rows", "example row"],
      explanation.unknown_providers.map(({ provider, ...one }) => [named(provider), ...countCells(one)]),
    ),
    ...explanation.warnings.map((warning) => `Warning: ${warning}.`),
    ...(keys.length === 0 ? [] : [keysToAdd(connection, keys)]),
    ...(keys.length + unread.length + explanation.warnings.length === 0 ? ["Nothing to add to the connection."] : []),
  );
}

const keysToAdd = (connection: string, keys: readonly string[]): string =>
  `Add to the connection "${connection}", with your own values between the angle brackets:\n${keys.map((key) => `  ${key}`).join("\n")}\nMeanings of statuses: ${meanings}.`;

function explainedFacts(explanation: FileExplanation): Text {
  const { rows_without_date: undated, first_row_without_date: first } = explanation;
  return table(
    ["how the file is read", ""],
    [
      ["format", explanation.format],
      ...explanation.facts,
      ["connection", explanation.connection],
      ["ambiguous dates", explanation.date_order === "day_first" ? "day first" : "month first"],
      ["times without an offset", explanation.time_zone],
      ["rows", explanation.rows],
      ...(undated === 0 ? [] : [["rows without a readable date", `${undated}, first row ${first}`] as const]),
    ],
  );
}

const named = (text: string): string => (text === "" ? "(empty)" : text);

const countCells = ({ rows, example_row: row }: { readonly rows: number; readonly example_row: number }) =>
  [rows, String(row)] as const;
