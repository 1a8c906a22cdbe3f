import { csvText, escapeHtml, styleHash } from "@repute/adapter-express";
import { countText } from "../terminal/output.js";

/** Part of a report with groups of rows that require the same action. */
export type ReportPart = {
  readonly title: string;
  /** Labels and numbers that are shown under the title. */
  readonly counts?: readonly (readonly [string, number])[];
  readonly groups: readonly ReportGroup[];
};

/** Report about a file, for the people who maintain its data. */
export type Report = {
  readonly title: string;
  /** Line under the title with the practice, the file, the upload time and similar details. */
  readonly subtitle: string;
  /** Most important message of the report, shown before everything else. */
  readonly notice?: string | undefined;
  readonly counts: readonly (readonly [string, number])[];
  /** Sentences that show how the counts add up. */
  readonly sums: readonly string[];
  readonly charts: readonly Chart[];
  readonly parts: readonly ReportPart[];
};

/** Creates the report of a file that was not read. */
export const failureReport = (about: Pick<Report, "title" | "subtitle" | "notice">): Report => ({
  ...about,
  ...{ counts: [], sums: [], charts: [], parts: [] },
});

/** Joins the sentences of a notice. Ignores missing sentences. */
export const noticeOf = (sentences: readonly (string | undefined)[]): string | undefined =>
  sentences.filter(Boolean).join(" ") || undefined;

/** Renders a report as a self-contained HTML page for screens of any width and for print. */
export const reportPage = (report: Report): string =>
  document(
    report.title,
    reportStyle,
    html` <main>
      <header>
        <h1>${report.title}</h1>
        <p>${report.subtitle}</p>
      </header>
      ${report.notice === undefined ? undefined : html` <p class="notice">${report.notice}</p>`}
      ${countList(report.counts)} ${report.sums.map((sum) => html` <p class="sum">${sum}</p>`)}
      ${chartSection(report.charts.filter(({ bars }) => bars.length > 0))}
      ${report.parts.filter(({ counts = [], groups }) => counts.length + groups.length > 0).map(partSection)}
      ${hasRows(report) ? html` <footer>This report contains patient data. Store it securely.</footer>` : undefined}
    </main>`,
  );

const hasRows = ({ parts }: Report): boolean =>
  parts.some(({ groups }) => groups.some(({ rows, values }) => rows.length + values.length > 0));

const countList = (counts: Report["counts"]): Html | undefined =>
  counts.length === 0 ? undefined : html` <dl class="counts">${counts.map(countItem)}</dl>`;

const countItem = ([label, count]: readonly [string, number]): Html =>
  html` <div>
    <dt>${label}</dt>
    <dd>${countText(count)}</dd>
  </div>`;

const chartSection = (charts: readonly Chart[]): Html | undefined =>
  charts.length === 0
    ? undefined
    : html`<div class="charts">${charts.map(barChart)}</div>
        <p class="legend">Red: ${taskTitles.correct}. Amber: ${taskTitles.check}. Gray: ${taskTitles.nothing}.</p>`;

const partSection = ({ title, counts, groups }: ReportPart): Html =>
  html` <h2>
      ${title}${counts ? undefined : html` <span class="count">${countedText(countIn(groups), "finding")}</span>`}
    </h2>
    ${countList(counts ?? [])} ${groups.map(groupSection)}`;

/** Number of rows in all groups. */
export const countIn = (groups: readonly ReportGroup[]): number => groups.reduce((sum, { count }) => sum + count, 0);

/** Formats a count with its noun, such as `1 row` or `1,200 rows`. */
export const countedText = (count: number, noun: string): string =>
  `${countText(count)} ${noun}${count === 1 ? "" : "s"}`;

/** Title of a type of finding, and the advice for rows with this finding. */
export type Advice = { readonly title: string; readonly advice: string };

/** Task that a row gives the practice's office: correct the row at its source, check the row, or do nothing. */
const tasks = ["correct", "check", "nothing"] as const;
export type Task = (typeof tasks)[number];

/** Colors of the tasks in charts and on cards. */
export const taskTones: Readonly<Record<Task, Tone>> = { correct: "error", check: "warning", nothing: "calm" };

export const taskTitles: Readonly<Record<Task, string>> = {
  correct: "To correct",
  check: "To check",
  nothing: "No action needed",
};

/** Returns the groups of a task. The IDs of groups begin with their task. */
export const groupsOf = (task: Task, groups: readonly ReportGroup[]): readonly ReportGroup[] =>
  groups.filter(({ id }) => id.startsWith(`${task}-`));

/** Creates a part of the report for each task. */
export const taskParts = (groups: readonly ReportGroup[]): readonly ReportPart[] =>
  tasks.map((task) => ({ title: taskTitles[task], groups: groupsOf(task, groups) }));

/** Color of a group of rows: red for errors, amber for warnings, gray if no action is needed. */
type Tone = "error" | "warning" | "calm";

/** Bar of a chart. `count` is the number of rows, and `target` is the ID of the page section with these rows. */
type Bar = { readonly label: string; readonly count: number; readonly tone: Tone; readonly target: string };

/** Bars with a title. `note` explains why the counts add up to more than the number of rows, if they do. */
export type Chart = { readonly title: string; readonly note?: string | undefined; readonly bars: readonly Bar[] };

const width = 100;
const height = 12;

/** Renders counts as a table with bars. Screen readers and printed pages show the numbers. */
function barChart({ title, note, bars }: Chart): Html {
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
function groupSection(group: ReportGroup): Html {
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

/**
 * Renders a self-contained HTML page that loads nothing and runs no scripts.
 * Its Content Security Policy allows only its own style and applies wherever the file is opened.
 */
function document(title: string, style: string, content: Html): string {
  const policy = ["default-src 'none'", `style-src '${styleHash(style)}'`, "base-uri 'none'", "form-action 'none'"];
  // Keep this element on one line. The page's security policy contains a hash of the exact text of the style.
  const styleElement = { html: `<style>${style}</style>` };
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${{ html: policy.join("; ") }}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        ${styleElement}
      </head>
      <body>
        ${content}
      </body>
    </html> `.html;
}

/** Safe HTML in which all inserted values are escaped. */
type Html = { readonly html: string };

type HtmlValue = Html | string | number | readonly HtmlValue[] | undefined;

/**
 * Template tag for safe HTML.
 * Escapes strings, inserts HTML and lists of HTML unchanged, and omits undefined values.
 */
const html = (template: TemplateStringsArray, ...values: readonly HtmlValue[]): Html => ({
  html: template.reduce((text, part, index) => text + marked(values[index - 1]) + part),
});

function marked(value: HtmlValue): string {
  if (value === undefined) return "";
  if (typeof value === "string" || typeof value === "number") return escapeHtml(String(value));
  return "html" in value ? value.html : value.map(marked).join("");
}

/** Source expression of the style of report pages, for a security policy. */
export const reportStyleHash = (): string => styleHash(reportStyle);

/** CSS of report pages. On narrow screens, rows are shown as cards. In print, page breaks are between rows. */
const reportStyle = `
:root {
  color-scheme: light; --ink: #1b2733; --quiet: #51606e; --line: #d5dde4; --page: #f3f6f8; --card: #fff; --note: #e8f0fc;
  --accent: #1d5fd1; --error: #b3261e; --warning: #a66f00; --calm: #6b7884;
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 70rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
h1 { margin: 0; font-size: 1.6rem; line-height: 1.2; }
h2 { margin: 2.5rem 0 1rem; font-size: 1.3rem; line-height: 1.2; }
h3 { margin: 0 0 .25rem; font-size: 1.05rem; line-height: 1.3; }
p { margin: .25rem 0; max-width: 45rem; overflow-wrap: anywhere; }
header p, .more, .legend, .note, footer { color: var(--quiet); }
.sum { font-variant-numeric: tabular-nums; }
.download { margin: .75rem 0 0; font-size: .9rem; }
.notice { margin: 1rem 0; padding: .75rem 1rem; border-left: .3rem solid var(--accent); background: var(--note); }
.legend { margin: .5rem 0; font-size: .9rem; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.counts { display: grid; grid-template-columns: repeat(4, 1fr); gap: .75rem; margin: 1.25rem 0; }
.counts div, .chart, .group { border: 1px solid var(--line); border-radius: .5rem; background: var(--card); }
.counts div { display: flex; flex-direction: column-reverse; justify-content: flex-end; padding: .75rem 1rem; }
dt { color: var(--quiet); font-size: .9rem; line-height: 1.25; }
dd { margin: 0; font-size: 1.5rem; font-weight: 600; line-height: 1.3; }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(26rem, 100%), 1fr)); gap: .75rem; align-items: start; }
.chart { width: 100%; padding: .5rem 1rem .75rem; border-spacing: 0; }
.chart caption { padding: .75rem 1rem .25rem; font-weight: 600; text-align: left; }
.chart th { padding: .2rem .75rem .2rem 0; font-weight: 400; line-height: 1.25; text-align: left; }
.chart td { padding: .2rem 0; }
.chart td:nth-child(2) { width: 40%; }
.chart td:last-child { width: 3.5rem; font-variant-numeric: tabular-nums; text-align: right; }
.chart svg { display: block; width: 100%; height: .8rem; }
.error rect { fill: var(--error); }
.warning rect { fill: var(--warning); }
.calm rect { fill: var(--calm); }
.note { display: block; font-size: .9rem; font-weight: 400; }
a { color: inherit; text-underline-offset: .15em; }
a:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.group { margin: .75rem 0; padding: 1rem; border-left-width: .3rem; }
.group.error { border-left-color: var(--error); }
.group.warning { border-left-color: var(--warning); }
.group.calm { border-left-color: var(--calm); }
.group:target { outline: 3px solid var(--accent); }
.count { margin-left: .35rem; color: var(--quiet); font-weight: 400; white-space: nowrap; }
.values { display: flex; flex-wrap: wrap; gap: .4rem; margin: .5rem 0; padding: 0; list-style: none; }
.values li { padding: .1rem .6rem; border: 1px solid var(--line); border-radius: 1rem; background: var(--page); font-size: .9rem; overflow-wrap: anywhere; }
.rows { width: 100%; margin-top: .75rem; border-collapse: collapse; font-size: .9rem; line-height: 1.35; }
.rows th, .rows td { padding: .35rem .75rem .35rem 0; border-top: 1px solid var(--line); text-align: left; vertical-align: top; }
.rows .breakable { overflow-wrap: anywhere; }
.rows .word { white-space: nowrap; }
.rows .sentence { min-width: 14em; }
.again { display: none; }
.rows thead th { border-top: 0; color: var(--quiet); font-weight: 600; white-space: nowrap; }
.rows tbody th { font-variant-numeric: tabular-nums; }
footer { margin-top: 2rem; font-size: .9rem; }
@media screen and (max-width: 46rem) {
  .counts { grid-template-columns: repeat(2, 1fr); }
}
@media screen and (max-width: 62rem) {
  .rows, .rows tbody, .rows tr, .rows th, .rows td { display: block; }
  .rows thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .rows tr { padding: .5rem 0; border-top: 1px solid var(--line); }
  .rows th, .rows td { padding: .1rem 0; border: 0; }
  .rows th::before, .rows td::before { content: attr(data-column) ": "; color: var(--quiet); font-weight: 400; }
  .rows .empty { display: none; }
  .rows .word { white-space: normal; overflow-wrap: anywhere; }
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    color-scheme: dark; --ink: #e6edf3; --quiet: #a9b6c2; --line: #3a4753; --page: #11181f; --card: #1a232c; --note: #1b2f4b;
    --accent: #7fb0ff; --error: #ff7b72; --warning: #d9a13b; --calm: #8a97a3;
  }
}
@media print {
  @page { margin: 15mm; }
  body { background: #fff; font-size: 10pt; }
  .group { background: none; }
  .rows, .chart { font-size: 8.5pt; }
  .chart th, .chart td { padding-block: .05rem; }
  .chart td:nth-child(2) { width: 28%; }
  main { max-width: none; padding: 0; }
  .charts { grid-template-columns: 1fr 1fr; }
  .again { display: table-row; }
  .short .again { display: none; }
  .counts div, .chart, .short, .rows tr, h2, h3, .notice { break-inside: avoid; }
  .chart caption { break-after: avoid; }
  h2, h3, .group > p, .values, thead { break-after: avoid; break-inside: avoid; }
  a { text-decoration: none; }
  .download { display: none; }
}
`;
