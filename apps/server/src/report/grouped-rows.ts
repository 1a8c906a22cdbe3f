import type { ReportGroup } from "./report-group.js";

/** Heading of a group in a report, without the group's rows. */
export type GroupHead = Pick<ReportGroup, "id" | "title" | "advice" | "tone">;

// Limit the rows per group, so that the page stays readable and memory use stays bounded.
const maxRows = 200;
const maxRetained = 1_000;
const maxValues = 30;

type Group = GroupHead & { count: number; readonly rows: (readonly string[])[]; readonly values: Map<string, number> };

/** Collects the rows of a report in groups. `elsewhere` tells readers where to find the rows that the page omits. */
export function groupedRows(columns: readonly string[], elsewhere: string) {
  const groups = new Map<string, Group>();
  return {
    /** Adds a row to a group. The report counts how many rows of the group have the same `value`. */
    add(head: GroupHead, cells: readonly string[], value?: string): void {
      const group = groups.get(head.id) ?? { ...head, count: 0, rows: [], values: new Map<string, number>() };
      groups.set(head.id, group);
      group.count += 1;
      if (group.rows.length < maxRows) group.rows.push(cells);
      if (value === undefined) return;
      const known = group.values.get(value) ?? 0;
      if (known > 0 || group.values.size < maxRetained) group.values.set(value, known + 1);
    },
    /** Returns the groups, largest first. */
    all: (): readonly ReportGroup[] =>
      [...groups.values()]
        .map(({ rows, values, ...group }) => ({
          ...group,
          elsewhere,
          ...filled(columns, rows),
          values: mostFrequent(values),
        }))
        .sort((one, other) => other.count - one.count),
  };
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
