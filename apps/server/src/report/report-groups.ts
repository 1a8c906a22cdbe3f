import { createHash } from "node:crypto";
import { localDate, parseInstant, type TimeZone } from "@repute/domain";
import { countText } from "../terminal/output.js";
import { type Chart, countedText, countIn, type ReportGroup, taskTones } from "./report-page.js";

/** Practice, file name and time zone of the file that a report describes. */
export type ReportedFile = {
  readonly practice: string;
  readonly file: string;
  readonly timeZone: string;
  /** Sentence about an earlier import of the same file. */
  readonly earlier?: string | undefined;
};

/** Heading of a group in a report, without the group's rows. */
export type GroupHead = Pick<ReportGroup, "id" | "title" | "advice" | "tone">;

// Limit the rows per group, so that the page stays readable and memory use stays bounded.
const maxRows = 200;
const maxRetained = 1_000;
const maxValues = 30;

type Group = GroupHead & {
  count: number;
  fresh: number;
  readonly rows: (readonly string[])[];
  readonly values: Map<string, number>;
};

/** Value that rows of a group can share, and true if the earlier report does not have the row. */
type RowFacts = { readonly value?: string | undefined; readonly isFresh?: boolean };

/**
 * Collects the rows of a report in groups. `elsewhere` tells readers where to find the rows that the page omits. The
 * page has at most `maxTotal` rows.
 */
export function groupedRows(columns: readonly string[], elsewhere: string, maxTotal = Infinity) {
  const groups = new Map<string, Group>();
  const headings = [...columns, "New"];
  let total = 0;
  return {
    /** Adds a row to a group. The report counts how many rows of the group have the same `value`. */
    add(head: GroupHead, cells: readonly string[], { value, isFresh = false }: RowFacts = {}): void {
      const group = groups.get(head.id) ?? { ...head, count: 0, fresh: 0, rows: [], values: new Map<string, number>() };
      groups.set(head.id, group);
      group.count += 1;
      if (isFresh) group.fresh += 1;
      if (group.rows.length < maxRows && (total += 1) <= maxTotal) group.rows.push([...cells, isFresh ? "new" : ""]);
      if (value !== undefined) countValue(group.values, value);
    },
    /** Returns the groups, largest first. */
    all: (): readonly ReportGroup[] =>
      [...groups.values()]
        .map(({ rows, values, ...group }) => ({
          ...group,
          elsewhere,
          ...filled(headings, rows),
          values: mostFrequent(values),
        }))
        .sort((one, other) => other.count - one.count),
  };
}

function countValue(values: Map<string, number>, value: string): void {
  const known = values.get(value) ?? 0;
  if (known > 0 || values.size < maxRetained) values.set(value, known + 1);
}

/** Removes columns that are empty in all rows of a group. */
function filled(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): Pick<ReportGroup, "columns" | "rows"> {
  const isFilled = columns.map((_, index) => rows.some((cells) => cells[index] !== ""));
  const filledCells = <T>(cells: readonly T[]) => cells.filter((_, index) => isFilled[index]);
  return { columns: filledCells(columns), rows: rows.map(filledCells) };
}

const mostFrequent = (values: ReadonlyMap<string, number>): readonly (readonly [string, number])[] =>
  [...values].sort(([, one], [, other]) => other - one).slice(0, maxValues);

/** Explains why there are more reasons than rows. Returns `undefined` if every row has one reason. */
const reasonsNote = (reasons: number, rows: number, noun: string): string | undefined =>
  reasons > rows
    ? `${countedText(reasons, "reason")} for ${countedText(rows, noun)}, because some ${noun}s have several.`
    : undefined;

/** Counts rows whose findings come one after another. */
export function rowCounter() {
  let last: number | undefined;
  let count = 0;
  return {
    add(row: number): void {
      if (row !== last) count += 1;
      last = row;
    },
    count: () => count,
  };
}

type Charted = {
  readonly title: string;
  readonly groups: readonly ReportGroup[];
  /** Number of rows in the groups together. It is smaller than the sum of the groups if rows have several reasons. */
  readonly rows: number;
  /** Noun for a row, such as `patient`. Defaults to `row`. */
  readonly noun?: string;
};

/** Creates a chart with one bar per group. */
export const groupChart = ({ title, groups, rows, noun = "row" }: Charted): Chart => ({
  title,
  note: reasonsNote(countIn(groups), rows, noun),
  bars: groups.map(({ id, title: label, count, tone }) => ({ label, count, tone, target: id })),
});

/** Rows of an earlier report about the same kind of file. `name` is its name in sentences, such as `import 10`. */
export type EarlierReport<Row> = { readonly name: string; readonly isKnown: (row: Row) => boolean };

/** Maximum number of rows that are compared. Reports with more rows are not compared, to limit the memory. */
const maxCompared = 300_000;

/** Reads the rows of an earlier report. Returns `undefined` if the report has too many rows to compare. */
export async function earlierReport<Row>(
  name: string,
  pages: AsyncIterable<readonly Row[]>,
  keysOf: (row: Row) => readonly string[],
): Promise<EarlierReport<Row> | undefined> {
  const known = new Set<string>();
  for await (const rows of pages) {
    for (const row of rows) known.add(hashOf(keysOf(row)));
    if (known.size > maxCompared) return undefined;
  }
  return { name, isKnown: (row) => known.has(hashOf(keysOf(row))) };
}

const hashOf = (keys: readonly string[]): string =>
  createHash("sha256").update(JSON.stringify(keys)).digest("base64").slice(0, 16);

/**
 * Returns how many findings that need action are new since the earlier report. Returns an empty array if there is no
 * earlier report or no such finding.
 */
export function newFindingsSum(groups: readonly ReportGroup[], name: string | undefined): readonly string[] {
  const open = groups.filter(({ tone }) => tone !== taskTones.nothing);
  const findings = countIn(open);
  if (name === undefined || findings === 0) return [];
  const fresh = open.reduce((sum, group) => sum + (group.fresh ?? 0), 0);
  const known = findings - fresh;
  return [
    `${countedText(findings, "finding")} to correct or check = ${countText(fresh)} new + ${countText(known)} also in ${name}.`,
  ];
}

/** Formats a date, or a time in the account's time zone. */
export type ShowTime = (time: string) => string;

const day: Intl.DateTimeFormatOptions = { year: "numeric", month: "short", day: "numeric" };

/**
 * Returns a function that formats dates (`2026-03-02`), and ISO 8601 times in a time zone.
 * The function leaves other strings unchanged.
 */
export function showTime(timeZone: string): (time: string) => string {
  const days = new Intl.DateTimeFormat("en-US", { ...day, timeZone: "UTC" });
  const moments = new Intl.DateTimeFormat("en-US", { ...day, hour: "numeric", minute: "2-digit", timeZone });
  return (time) => {
    const instant = Date.parse(time);
    if (Number.isNaN(instant)) return time;
    return (time.length === "2026-03-02".length ? days : moments).format(instant);
  };
}

/** Returns a sentence about an earlier import of the same file. `at` is a time as in ISO 8601, with `T` or a space. */
export function earlierFile(name: string, at: string, timeZone: TimeZone): string {
  const instant = parseInstant(at.includes("T") ? at : `${at.replace(" ", "T")}Z`);
  const day = instant === undefined ? at : localDate(instant, timeZone);
  return `This file was imported before, as ${name} on ${day}.`;
}
