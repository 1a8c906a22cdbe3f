import type { ReportGroup } from "./report-group.js";

/** What a group is about. */
export type GroupHead = Pick<ReportGroup, "id" | "title" | "advice" | "tone">;

// A page that is to be read has an end, and so has the memory that it takes.
const mostRows = 200;
const mostKept = 1_000;
const mostValues = 30;

type Kept = GroupHead & { count: number; readonly rows: (readonly string[])[]; readonly values: Map<string, number> };

/** Gathers the rows of a report in groups, as they come; `elsewhere` says where those are that it does not show. */
export function groupedRows(columns: readonly string[], elsewhere: string) {
  const groups = new Map<string, Kept>();
  return {
    /** Adds a row to the group of that id; `value` is what rows of a group may have in common. */
    add(head: GroupHead, cells: readonly string[], value?: string): void {
      const group = groups.get(head.id) ?? { ...head, count: 0, rows: [], values: new Map<string, number>() };
      groups.set(head.id, group);
      group.count += 1;
      if (group.rows.length < mostRows) group.rows.push(cells);
      if (value === undefined) return;
      const known = group.values.get(value) ?? 0;
      if (known > 0 || group.values.size < mostKept) group.values.set(value, known + 1);
    },
    /** The groups, the one with most rows first. */
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

/** A column that is empty in all rows of a group would only take space. */
function filled(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): Pick<ReportGroup, "columns" | "rows"> {
  const isFilled = columns.map((_, index) => rows.some((cells) => cells[index] !== ""));
  const kept = <T>(cells: readonly T[]) => cells.filter((_, index) => isFilled[index]);
  return { columns: kept(columns), rows: rows.map(kept) };
}

const mostFrequent = (values: ReadonlyMap<string, number>): readonly (readonly [string, number])[] =>
  [...values].sort(([, one], [, other]) => other - one).slice(0, mostValues);
