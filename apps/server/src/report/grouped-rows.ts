import type { ReportGroup } from "./report-group.js";

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

/** Collects the rows of a report in groups. `elsewhere` tells readers where to find the rows that the page omits. */
export function groupedRows(columns: readonly string[], elsewhere: string) {
  const groups = new Map<string, Group>();
  const headings = [...columns, "New"];
  return {
    /** Adds a row to a group. The report counts how many rows of the group have the same `value`. */
    add(head: GroupHead, cells: readonly string[], { value, isFresh = false }: RowFacts = {}): void {
      const group = groups.get(head.id) ?? { ...head, count: 0, fresh: 0, rows: [], values: new Map<string, number>() };
      groups.set(head.id, group);
      group.count += 1;
      if (isFresh) group.fresh += 1;
      if (group.rows.length < maxRows) group.rows.push([...cells, isFresh ? "new" : ""]);
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
