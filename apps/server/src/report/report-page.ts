import { countText } from "../table.js";
import { barChart, type Chart } from "./bar-chart.js";
import { countedText } from "./counted-text.js";
import { document } from "./document.js";
import { type Html, html } from "./html.js";
import { groupSection, type ReportGroup } from "./report-group.js";
import { reportStyle } from "./report-style.js";
import { taskTitles } from "./task.js";

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
      ${title}${counts ? undefined : html` <span class="count">${countedText(findingsIn(groups), "finding")}</span>`}
    </h2>
    ${countList(counts ?? [])} ${groups.map(groupSection)}`;

const findingsIn = (groups: readonly ReportGroup[]): number => groups.reduce((sum, { count }) => sum + count, 0);
