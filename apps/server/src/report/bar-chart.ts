import { countText } from "../table.js";
import { type Html, html } from "./html.js";

/** Color of a group of rows: red for errors, amber for warnings, gray if no action is needed. */
export type Tone = "error" | "warning" | "calm";

/** Bar of a chart. `count` is the number of rows, and `target` is the ID of the page section with these rows. */
type Bar = { readonly label: string; readonly count: number; readonly tone: Tone; readonly target: string };

/** Bars with a title. `note` explains why the counts add up to more than the number of rows, if they do. */
export type Chart = { readonly title: string; readonly note?: string | undefined; readonly bars: readonly Bar[] };

const width = 100;
const height = 12;

/** Renders counts as a table with bars. Screen readers and printed pages show the numbers. */
export function barChart({ title, note, bars }: Chart): Html {
  const maxCount = Math.max(1, ...bars.map(({ count }) => count));
  return html` <table class="chart">
    <caption>
      ${title}${note === undefined ? undefined : html` <span class="note">${note}</span>`}
    </caption>
    <thead class="unseen">
      <tr>
        <th scope="col">Reason</th>
        <th scope="col">Share</th>
        <th scope="col">Rows</th>
      </tr>
    </thead>
    <tbody>
      ${bars.map((bar) => barRow(bar, maxCount))}
    </tbody>
  </table>`;
}

const barRow = ({ label, count, tone, target }: Bar, maxCount: number): Html =>
  html` <tr class="${tone}">
    <th scope="row"><a href="#${target}">${label}</a></th>
    <td>
      <svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" aria-hidden="true">
        <rect width="${barWidth(count, maxCount)}" height="${height}" rx="1" />
      </svg>
    </td>
    <td>${countText(count)}</td>
  </tr>`;

/** Returns the width of a bar in percent. Even the smallest count gets a visible bar. */
const barWidth = (count: number, maxCount: number): number => Math.max(1, Math.round((count / maxCount) * width));
