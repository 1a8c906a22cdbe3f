import { csvText } from "@repute/adapter-express";
import { countText } from "../table.js";
import type { Tone } from "./bar-chart.js";
import { countedText } from "./counted-text.js";
import { type Html, html } from "./html.js";

/** Rows with the same finding, and the advice for these rows. */
export type ReportGroup = {
  /** ID of the page section, used as a link target. Unique in the page. */
  readonly id: string;
  readonly title: string;
  readonly advice: string;
  readonly tone: Tone;
  /** Number of rows in the group. The page may show fewer rows. */
  readonly count: number;
  /** Number of rows that the earlier report does not have. Omitted if there is no earlier report. */
  readonly fresh?: number;
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
  const { id, title, advice, tone, count, fresh = 0, rows, elsewhere } = group;
  const counted = fresh > 0 ? `${numberOf(count)}, ${countText(fresh)} new` : numberOf(count);
  return html` <section
    id="${id}"
    class="group ${tone} ${rows.length <= shortLength ? "short" : "long"}"
    aria-labelledby="${id}-title"
  >
    <h3 id="${id}-title">${title} <span class="count">${counted}</span></h3>
    <p>${advice}</p>
    ${valueList(group)}${rows.length === 0 ? undefined : [rowTable(group), download(group)]}
    ${shown(count, rows.length, elsewhere)}
  </section>`;
}

/** Maximum number of rows of a group that is not divided between printed pages. */
const shortLength = 12;

/** Renders a link that saves the rows of a group as CSV. The page contains the file, because it may not load anything. */
function download({ id, title, columns, rows }: ReportGroup): Html {
  const csv = Buffer.from(
    `\ufeff${csvText([columns, ...rows.map((cells) => cells.map((cell) => cell || null))])}`,
  ).toString("base64");
  return html` <p class="download">
    <a download="${id}.csv" href="data:text/csv;charset=utf-8;base64,${csv}"
      >Download these rows (CSV)<span class="unseen">: ${title}</span></a
    >
  </p>`;
}

const numberOf = (count: number): string => countedText(count, "row");

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
      <tr class="again" aria-hidden="true">
        <th colspan="${columns.length}">${title}</th>
      </tr>
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
    : html`<td role="cell" class="${wrapping(cell)}" data-column="${column}">${cell}</td>`;
}

/** Maximum length of a word, such as an id or a date, that is never broken. */
const maxWord = 20;
/** Minimum length of a sentence, which needs more width than the other cells. */
const minSentence = 30;

/** Returns the class that determines where the text of a cell can be broken. */
function wrapping(cell: string): string {
  const words = cell.split(/\s+/, 100);
  if (words.some(({ length }) => length > maxWord)) return "breakable";
  if (words.length === 1) return "word";
  return cell.length >= minSentence ? "sentence" : "words";
}

const shown = (count: number, rows: number, elsewhere: string): Html | undefined =>
  rows >= count ? undefined : html` <p class="more">Only the first ${countText(rows)} rows are shown. ${elsewhere}</p>`;
