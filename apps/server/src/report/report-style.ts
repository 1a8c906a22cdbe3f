/** CSS of report pages. On narrow screens, rows are shown as cards. In print, page breaks are between rows. */
export const reportStyle = `
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
