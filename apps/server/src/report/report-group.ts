import { countText } from "../table.js";
import type { Tone } from "./bar-chart.js";
import type { Html } from "./html.js";
import { html } from "./html.js";

/** Rows with the same finding, and the advice for these rows. */
export type ReportGroup = {
  /** ID of the page section, used as a link target. Unique in the page. */
  readonly id: string;
  readonly title: string;
  readonly advice: string;
  readonly tone: Tone;
  /** Number of rows in the group. The page may show fewer rows. */
  readonly count: number;
  /** Values that rows of the group share, most frequent first, with their counts. */
  readonly values: readonly (readonly [string, number])[];
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Text such as `all of them are in ...`. It tells readers where to find rows that the page omits. */
  readonly elsewhere: string;
};

/**
 * Renders a group with its rows as an HTML section.
 * Explicit roles keep the table semantics on narrow screens, where styles turn rows into cards.
 */
export function groupSection(group: ReportGroup): Html {
  const { id, title, advice, tone, count, rows, elsewhere } = group;
  return html` <section id="${id}" class="group ${tone}" aria-labelledby="${id}-title">
    <h3 id="${id}-title">${title} <span class="count">${numberOf(count)}</span></h3>
    <p>${advice}</p>
    ${valueList(group)}${rows.length === 0 ? undefined : rowTable(group)}${shown(count, rows.length, elsewhere)}
  </section>`;
}

const numberOf = (count: number): string => (count === 1 ? "1 row" : `${countText(count)} rows`);

const valueList = ({ values }: ReportGroup): Html | undefined =>
  values.length === 0
    ? undefined
    : html` <ul class="values">
        ${values.map(([value, count]) => html`<li><b>${value}</b> ${numberOf(count)}</li>`)}
      </ul>`;

const rowTable = ({ title, columns, rows }: ReportGroup): Html =>
  html` <table class="rows" role="table">
    <caption class="unseen">
      ${title}
    </caption>
    <thead role="rowgroup">
      <tr role="row">
        ${columns.map((column) => html`<th role="columnheader" scope="col">${column}</th>`)}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${rows.map(
        (cells) =>
          html` <tr role="row">
            ${cells.map((cell, index) => cellOf(cell, columns[index] ?? "", index === 0))}
          </tr>`,
      )}
    </tbody>
  </table>`;

function cellOf(cell: string, column: string, isFirst: boolean): Html {
  if (isFirst) return html`<th role="rowheader" scope="row" data-column="${column}">${cell}</th>`;
  return cell === ""
    ? html`<td role="cell" class="empty"></td>`
    : html`<td role="cell" data-column="${column}">${cell}</td>`;
}

const shown = (count: number, rows: number, elsewhere: string): Html | undefined =>
  rows >= count ? undefined : html` <p class="more">Only the first ${countText(rows)} rows are shown. ${elsewhere}</p>`;
