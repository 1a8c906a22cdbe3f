import { createHash } from "node:crypto";
import { describe, expect, it } from "@jest/globals";
import { groupedRows, showTime } from "./report-groups.js";
import { type Report, reportPage } from "./report-page.js";

const head = { id: "a", title: "A", advice: "Do.", tone: "error" } as const;
const empty: Report = { title: "Import 1", subtitle: "Acme", counts: [], sums: [], charts: [], parts: [] };
const hostile = `<img src=x onerror="alert('&')">`;
const escaped = "&lt;img src=x onerror=&quot;alert(&#39;&amp;&#39;)&quot;&gt;";

describe("reportPage", () => {
  it("escapes every string in every position", () => {
    const group = { ...head, id: hostile, title: hostile, advice: hostile };
    const page = reportPage({
      title: hostile,
      subtitle: hostile,
      notice: hostile,
      counts: [[hostile, 1]],
      sums: [hostile],
      charts: [{ title: hostile, bars: [{ label: hostile, count: 2, tone: "error", target: hostile }] }],
      parts: [
        {
          title: hostile,
          groups: [
            {
              ...group,
              elsewhere: hostile,
              count: 3,
              values: [[hostile, 1]],
              columns: [hostile, hostile],
              rows: [[hostile, hostile]],
            },
          ],
        },
      ],
    });
    expect(page).not.toContain("<img");
    expect(page).toContain(escaped);
    expect(page.replaceAll(escaped, "")).not.toMatch(/onerror|alert/);
  });

  it("allows only its own style, by its hash", () => {
    const page = reportPage(empty);
    const [, style = ""] = /<style>([^]*)<\/style>/.exec(page) ?? [];
    const hash = createHash("sha256").update(style).digest("base64");
    const [, policy] = /Content-Security-Policy" content="([^"]+)"/.exec(page) ?? [];
    expect(policy).toBe(`default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`);
    expect(page).not.toMatch(/<script|<link|<img|style="|https?:/);
  });

  it("omits empty charts and parts", () => {
    const page = reportPage({
      ...empty,
      charts: [{ title: "Nothing", bars: [] }],
      parts: [{ title: "Void", groups: [] }],
    });
    expect(page).not.toMatch(/Nothing|Void|<svg|Red:/);
  });

  it("shows how the counts add up, and uses the titles of its parts in the legend", () => {
    const bars = [{ label: "A", count: 1, tone: "error", target: "a" } as const];
    const page = reportPage({ ...empty, sums: ["3 rows = 2 imported + 1 skipped."], charts: [{ title: "C", bars }] });
    expect(page).toContain('<p class="sum">3 rows = 2 imported + 1 skipped.</p>');
    expect(page.replace(/\s+/g, " ")).toContain("Red: To correct. Amber: To check. Gray: No action needed.");
  });

  it("contains the shown rows of each group as a CSV file", () => {
    const groups = groupedRows(["Row", "Patient"], "The others are elsewhere.");
    groups.add(head, ["2", 'Lee, "Ann"'], { isFresh: true });
    groups.add(head, ["3", "=1+1"]);
    const page = reportPage({ ...empty, parts: [{ title: "To do", groups: groups.all() }] });
    const [, name, csv = ""] =
      /download="([^"]+)"\s+href="data:text\/csv;charset=utf-8;base64,([^"]+)"/.exec(page) ?? [];
    expect(name).toBe("a.csv");
    expect(Buffer.from(csv, "base64").toString()).toBe(
      '\ufeffRow,Patient,New\r\n2,"Lee, ""Ann""",new\r\n3,\'=1+1,\r\n',
    );
    expect(page).toContain("2 rows, 1 new");
  });

  it("names the downloads of different groups differently", () => {
    const groups = groupedRows(["Row"], "");
    groups.add(head, ["2"]);
    const page = reportPage({ ...empty, parts: [{ title: "To do", groups: groups.all() }] });
    expect(page.replace(/\s+/g, " ")).toContain('Download these rows (CSV)<span class="unseen">: A</span>');
  });

  it("asks to store the report securely only if it contains rows", () => {
    const groups = groupedRows(["Row"], "");
    groups.add(head, ["2"]);
    const page = (parts: Report["parts"]) => reportPage({ ...empty, parts });
    expect(page([{ title: "To do", groups: groups.all() }])).toContain("This report contains patient data.");
    expect(page([])).not.toContain("patient data");
  });

  it("never breaks ids and dates, and breaks words that are too long for a column", () => {
    const groups = groupedRows(["Row", "Id", "Patient", "Detail"], "");
    groups.add(head, ["2", "2026-05-10", "Ann Lee", "No way to reach the patient by phone"]);
    groups.add(head, ["3", "x".repeat(30), "Ann", ""]);
    const page = reportPage({ ...empty, parts: [{ title: "To do", groups: groups.all() }] });
    expect([...page.matchAll(/<td role="cell" class="(\w+)"/g)].map(([, name]) => name)).toEqual([
      ...["word", "words", "sentence"],
      ...["breakable", "word", "empty"],
    ]);
  });

  it("mentions that it does not show all rows", () => {
    const groups = groupedRows(["Row"], "The others are elsewhere.");
    for (let row = 1; row <= 1_234; row += 1) groups.add(head, [String(row)]);
    const page = reportPage({ ...empty, parts: [{ title: "To do", groups: groups.all() }] });
    expect(page).toContain("1,234 rows");
    expect(page).toContain("Only the first 200 rows are shown");
    expect(page.match(/data-column="Row"/g)).toHaveLength(200);
  });
});

describe("groupedRows", () => {
  it("puts the largest group first, and its most frequent value first", () => {
    const groups = groupedRows(["Row"], "the others are elsewhere.");
    groups.add(head, ["1"], { value: "x" });
    for (const value of ["x", "y", "y"]) groups.add({ ...head, id: "b" }, ["2"], { value });
    expect(groups.all()).toMatchObject([
      {
        id: "b",
        count: 3,
        values: [
          ["y", 2],
          ["x", 1],
        ],
      },
      { id: "a", count: 1, values: [["x", 1]] },
    ]);
  });

  it("omits columns that are empty in all rows of a group", () => {
    const groups = groupedRows(["Row", "Patient", "Detail"], "the others are elsewhere.");
    groups.add(head, ["1", "Ann", ""]);
    groups.add(head, ["2", "", ""]);
    expect(groups.all()).toMatchObject([
      {
        columns: ["Row", "Patient"],
        rows: [
          ["1", "Ann"],
          ["2", ""],
        ],
      },
    ]);
  });

  it("limits the number of values per group", () => {
    const groups = groupedRows(["Row"], "the others are elsewhere.");
    for (let row = 1; row <= 2_000; row += 1) groups.add(head, [String(row)], { value: `value ${row}` });
    expect(groups.all()[0]?.values).toHaveLength(30);
  });
});

describe("showTime", () => {
  const show = showTime("America/Denver");
  it.each([
    ["2026-03-02", "Mar 2, 2026"],
    ["2026-03-02T16:00:00+00:00", "Mar 2, 2026, 9:00 AM"],
    ["2026-07-02T05:30:00Z", "Jul 1, 2026, 11:30 PM"],
    ["next week", "next week"],
    ["", ""],
  ])("shows %j as %j", (time, shown) => {
    expect(show(time).replaceAll("\u202f", " ")).toBe(shown);
  });
});
