import { describe, expect, it } from "@jest/globals";
import { reportFigure, scaled } from "../../../../test/torture.js";
import { temporaryFile } from "../../test/temporary-file.js";
import { rowsOfTexts, workbookOf, zipOf } from "../../test/workbook-file.js";
import { appointmentFile } from "../appointment-file.js";

const megabyte = 1_048_576;
const size = scaled(24, 300) * megabyte;
const repeated = (head: string, piece: string): Buffer =>
  Buffer.concat([Buffer.from(head), Buffer.from(piece.repeat(Math.ceil(size / piece.length)))]);
const sheetOf = (head: string, piece: string): Buffer =>
  workbookOf({ sheet: "", parts: { "xl/worksheets/sheet1.xml": repeated(head, piece) } });
const stringsOf = (piece: string, times: number): Buffer =>
  workbookOf({ sheet: rowsOfTexts(["MRN", "DOS"]), parts: { "xl/sharedStrings.xml": `<sst>${piece.repeat(times)}` } });

const text = `<c t="str"><v>x</v></c>`;
const headings = `<row><c t="str"><v>MRN</v></c><c t="str"><v>DOS</v></c></row>`;
const shared = `<c t="s"><v>0</v></c>`;
const long = `<t>${"x".repeat(8_000)}</t>`;
const runs = `<r><t>${"x".repeat(900)}</t></r>`;
const longCell = "has a cell of more than 100000 characters: save the table as CSV";

const workbooks: readonly (readonly [what: string, make: () => Buffer, error: string])[] = [
  ["deeply nested elements", () => sheetOf("", "<a>"), "it is damaged: open it, save it again and retry"],
  ["an endless string", () => sheetOf("<a>", "x"), "it is damaged: open it, save it again and retry"],
  ["an endless tag", () => sheetOf("<a", " "), "it is damaged: open it, save it again and retry"],
  ["an endless row", () => sheetOf(`<a><row>`, text), "row 1 has more than 2000 cells"],
  ["rows without cells", () => sheetOf(`<a>${headings}`, "<row/>"), "it has more than 1048576 rows"],
  ["short strings", () => stringsOf("<si><t/></si>", 500_001), "it has more than 500000 different strings"],
  [
    "long strings",
    () => stringsOf(`<si><t>é${"x".repeat(32_000)}</t></si>`, 1_300),
    "it has more than 20000000 characters of text",
  ],
  ["an endless shared string in runs", () => stringsOf(runs, size / runs.length), `it ${longCell}`],
  ["an endless inline string in runs", () => sheetOf(`<a><row><c t="inlineStr"><is>`, runs), `row 1 ${longCell}`],
  [
    "an endless result of a formula",
    () => sheetOf(`<a><row><c t="str"><v>`, "<![CDATA[xxxxxxxxx]]>"),
    `row 1 ${longCell}`,
  ],
  [
    "rows that repeat a shared string",
    () => workbookOf({ sheet: `<a>${headings}${`<row>${shared.repeat(125)}</row>`.repeat(501)}</a>`, strings: [long] }),
    "it has more than 500000000 characters in its cells",
  ],
  [
    "a part of a declared size that is too large",
    () => zipOf({ "xl/workbook.xml": { content: Buffer.from("<workbook/>"), size: 17 * megabyte } }),
    "a part of it unpacks to more than 16 MB: save it as CSV",
  ],
  [
    "many parts",
    () => zipOf(Object.fromEntries(Array.from({ length: 10_001 }, (_, index) => [`${index}`, ""]))),
    "it has more than 10000 parts",
  ],
];

describe("a workbook bomb", () => {
  const written = temporaryFile();

  it.each(workbooks)("is rejected with a one-line error: %s", async (what, make, error) => {
    const content = make();
    const file = await written(content);
    let [longest, memory, last] = [0, 0, performance.now()];
    const timer = setInterval(() => {
      const now = performance.now();
      [longest, last] = [Math.max(longest, now - last), now];
      memory = Math.max(memory, process.memoryUsage().rss / megabyte);
    }, 1);
    try {
      const refusal = await readAll(file).catch((reason: unknown) => reason);
      expect(refusal).toMatchObject({ kind: "invalid", code: "file_unreadable" });
      expect((refusal as Error).message).toContain(`cannot read the workbook: ${error}`);
    } finally {
      clearInterval(timer);
    }
    reportFigure(
      `${what} in ${(content.length / 1_024).toFixed(0)} KB: ${memory.toFixed(0)} MB RSS, ${longest.toFixed(0)} ms`,
    );
  });
});

async function readAll(file: string): Promise<void> {
  for await (const _ of appointmentFile(file).read());
}
