import type { Chart } from "./bar-chart.js";
import { reasonsNote } from "./counted-text.js";
import type { ReportGroup } from "./report-group.js";

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
  note: reasonsNote(
    groups.reduce((sum, { count }) => sum + count, 0),
    rows,
    noun,
  ),
  bars: groups.map(({ id, title: label, count, tone }) => ({ label, count, tone, target: id })),
});
