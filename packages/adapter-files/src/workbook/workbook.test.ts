import { open } from "node:fs/promises";
import { describe, expect, it } from "@jest/globals";
import { all, temporaryFile } from "../../test/temporary-file.js";
import { rowsOfTexts, type Workbook, workbookOf, zipOf } from "../../test/workbook-file.js";
import { appointmentFile } from "../appointment-file.js";
import { callFile } from "../call-file.js";
import { patientFile } from "../patient-file.js";
import { tablesIn } from "../table.js";

describe("a workbook", () => {
  const written = temporaryFile();

  async function read(content: Buffer) {
    const handle = await open(await written(content));
    const notices: string[] = [];
    const notice = (text: string) => void notices.push(text);
    try {
      const [table] = await tablesIn(handle, [","]);
      return { rows: await all(table.records(notice)), notices };
    } finally {
      await handle.close();
    }
  }
  const rowsOf = async (workbook: Workbook) => (await read(workbookOf(workbook))).rows;
  const row = (...cells: readonly string[]) => `<sheetData><row r="1">${cells.join("")}</row></sheetData>`;
  const cellsOf = async (workbook: Workbook) => (await rowsOf(workbook))[0];

  it("is read with cells of every type", async () => {
    const strings = [
      "<t>Lee, Ann</t>",
      `<r><rPr><b/></rPr><t xml:space="preserve">Bo </t></r><r><t>&lt;Cy&gt;</t></r><rPh><t>hint</t></rPh>`,
      "<t>two_x000D_\nlines_x0000_</t>",
    ];
    const sheet = row(
      ...[0, 1, 2].map((index) => `<c t="s"><v>${index}</v></c>`),
      `<c t="inlineStr"><is><t>É</t></is></c>`,
      `<c t="str"><f>A1&amp;"x"</f><v>of a formula</v></c>`,
      `<c t="b"><v>1</v></c><c t="b"><v>0</v></c>`,
      `<c t="e"><v>#N/A</v></c><c t="d"><v>2026-11-20</v></c>`,
    );
    expect(await cellsOf({ sheet, strings })).toEqual([
      ...["Lee, Ann", "Bo <Cy>", "two\r\nlines", "É", "of a formula", "TRUE", "FALSE", "", "2026-11-20"],
    ]);
  });

  it.each([
    ["8015550142", "8015550142"],
    ["8.015550142E9", "8015550142"],
    ["123456789012345680", "123456789012345680"],
    ["0.30000000000000004", "0.3"],
    ["1.5E-7", "0.00000015"],
    ["-12.5", "-12.5"],
    ["", ""],
    ["x", ""],
  ])("displays the number %j with all of its digits", async (raw, expected) => {
    const sheet = row(`<c><v>${raw}</v></c>`, `<c t="str"><v>end</v></c>`);
    expect(await cellsOf({ sheet })).toEqual([expected, "end"]);
  });

  it.each([
    ["00000", "1234", "01234"],
    ["00000-0000", "12345678", "01234-5678"],
    ["000\\-00\\-0000", "12345678", "012-34-5678"],
    ["00000", "123456", "123456"],
    ["m/d/yyyy", "46346", "2026-11-20"],
    ["m/d/yyyy", "46346.375", "2026-11-20 09:00:00"],
    ["[$-409]m/d/yy h:mm AM/PM;@", "46346.604166666664", "2026-11-20 14:30:00"],
    ["yyyy\\-mm\\-dd hh:mm", "46346", "2026-11-20 00:00:00"],
    ["h:mm", "0.375", "09:00:00"],
    ["h:mm", "46346.375", "09:00:00"],
    ["[h]:mm:ss", "0.003472222222222222", "00:05:00"],
    ["mmm", "46346", "2026-11-20"],
    ["yyyy-mm-dd", "46346.999999999", "2026-11-21"],
    ["yyyy-mm-dd", "1", "1900-01-01"],
    ["yyyy-mm-dd", "99999999", "99999999"],
    ["0.00", "12.5", "12.5"],
    ['0 "days"', "3", "3"],
    ["General", "3", "3"],
    ["[Red]#,##0", "1234", "1234"],
  ])("displays a number in the format %j", async (format, raw, expected) => {
    expect(await cellsOf({ sheet: row(`<c s="1"><v>${raw}</v></c>`), formats: [format] })).toEqual([expected]);
  });

  it("has only the beginning of a long shared string in each of its cells", async () => {
    const sheet = row(`<c t="s"><v>0</v></c>`, `<c t="s"><v>1</v></c>`);
    const strings = [`<t> ${"x".repeat(90_000)}</t>`, `<t>${" ".repeat(9_000)}Ann</t>`];
    expect(await cellsOf({ sheet, strings })).toEqual(["x".repeat(8_000), "Ann"]);
  });

  it("supports built-in formats and the 1904 date system", async () => {
    const styles = `<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/></cellXfs></styleSheet>`;
    const sheet = row(`<c s="1"><v>44884</v></c>`, `<c s="2"><v>44884.5</v></c>`);
    const book = `<workbookPr date1904="1"/><sheets><sheet r:id="rId1"/></sheets>`;
    expect(await cellsOf({ sheet, book, parts: { "xl/styles.xml": styles } })).toEqual([
      "2026-11-20",
      "2026-11-20 12:00:00",
    ]);
  });

  it("keeps the positions of rows and cells when others are omitted", async () => {
    const sheet = `<sheetData>
      <row r="2"><c r="B2" t="str"><v>b</v></c><c r="AA2" t="str"><v>aa</v></c><c r="XFD2" s="0"/></row>
      <row r="4"><c t="str"><v>a</v></c><c r="C4" t="str"><v>c</v></c><c t="str"><v>d</v></c></row>
      <row><c t="str"><v>next</v></c></row>
    </sheetData>`;
    expect(await rowsOf({ sheet })).toEqual([
      [],
      ["", "b", ...Array<string>(24).fill(""), "aa"],
      [],
      ["a", "", "c", "d"],
      ["next"],
    ]);
  });

  it("may have namespace prefixes, comments, and part names in another case", async () => {
    const parts = {
      "XL/Worksheets/Sheet1.xml": `<?xml version="1.0"?><x:worksheet xmlns:x="y"><!-- Ann --><x:sheetData><x:row r="1"><x:c r="A1" t="str"><x:v><![CDATA[a<b]]></x:v></x:c></x:row></x:sheetData></x:worksheet>`,
    };
    expect(await rowsOf({ sheet: "", parts })).toEqual([["a<b"]]);
  });

  it("has only visible sheets with cells", async () => {
    const book = `<sheets><sheet r:id="rId5"/><sheet r:id="rId2" state="hidden"/><sheet name="A" r:id="rId1"/></sheets>`;
    const handle = await open(await written(workbookOf({ sheet: "", book })));
    expect((await tablesIn(handle, [","])).map(({ sheet }) => sheet)).toEqual(["A"]);
    await handle.close();
  });

  const sheetsOf = (...names: readonly string[]) =>
    `<sheets>${names.map((name, index) => `<sheet name="${name}" r:id="rId${index + 1}"/>`).join("")}</sheets>`;
  const secondSheet = (...rows: readonly (readonly string[])[]) => ({
    "xl/worksheets/sheet2.xml": `<worksheet>${rowsOfTexts(...rows)}</worksheet>`,
  });
  const appointments = [
    ["MRN", "Visit Date"],
    ["M1", "2026-11-18"],
  ];

  it.each<[string, readonly (readonly string[])[]]>([
    ["an empty sheet", []],
    ["notes", [["Prepared by", "Ann"]]],
    ["known headings without a date", [["Location", "Provider", "MRN", "Status"]]],
  ])("with appointments is read from its first sheet with a date column, after %s", async (_, first) => {
    const notices: string[] = [];
    const book = sheetsOf("Notes", "Visits");
    const content = workbookOf({ sheet: rowsOfTexts(...first), book, parts: secondSheet(...appointments) });
    const file = appointmentFile(await written(content), { onNotice: (text) => notices.push(text) });
    expect(await all(file.read())).toEqual([{ row: 2, patientId: "M1", appointmentDate: "2026-11-18" }]);
    expect(file.layout?.()?.facts).toEqual([["sheet", "Visits"]]);
    expect(notices).toEqual([`the workbook has several sheets: "Visits" was read; not read: "Notes"`]);
  });

  it.each<[string, readonly string[], RegExp, (file: string) => { read(): AsyncIterable<unknown> }]>([
    ["unknown headings", ["Prepared by", "Ann"], /known headings/, (file) => appointmentFile(file)],
    ["no date column", ["Location", "Provider"], /no column for the appointment date/, (file) => appointmentFile(file)],
    ["a repeated heading", ["MRN", "MRN", "Visit Date"], /same heading/, (file) => appointmentFile(file)],
    ["no patients", ["MRN", "DOB"], /no column for/, (file) => patientFile(file, "OASCAHPS")],
    ["no calls", ["Call", "Number"], /no sheet has the headings/, (file) => callFile(file)],
  ])("with several sheets names them in the error about %s", async (_, headings, reason, read) => {
    const book = sheetsOf("Summary", "Plan");
    const file = await written(workbookOf({ sheet: rowsOfTexts(headings), book, parts: secondSheet(["x"]) }));
    const drained = async () => {
      for await (const _ of read(file).read());
    };
    const error = await drained().catch((refusal: unknown) => refusal);
    expect(error).toMatchObject({ kind: "invalid", message: expect.stringMatching(reason) });
    expect((error as Error).message).toContain(
      'the visible sheets of the workbook are "Summary", "Plan"; to choose a sheet, hide the other sheets, or save it as a CSV file',
    );
  });

  it("is read from the first of two sheets with appointments", async () => {
    const sheet = rowsOfTexts(["MRN", "Visit Date"], ["M2", "2026-11-19"]);
    const file = await written(workbookOf({ sheet, book: sheetsOf("a", "b"), parts: secondSheet(...appointments) }));
    expect(await all(appointmentFile(file).read())).toMatchObject([{ patientId: "M2" }]);
  });

  it("with calls is read from its first sheet with the headings of a call tracker", async () => {
    const headings = ["Call Id", "Tracking Number"];
    const parts = secondSheet(headings, ["C1", "801-555-0100"]);
    const file = await written(workbookOf({ sheet: rowsOfTexts(["Ann"]), book: sheetsOf("a", "b"), parts }));
    expect(await all(callFile(file).read())).toMatchObject([{ row: 2, cells: { "Call Id": "C1" } }]);
  });

  it("of the 1904 date system may have dates without a date format", async () => {
    const cells = ["44882.375", "44882", "12345678", "16071"].map((text) => `<c><v>${text}</v></c>`);
    const headings = ["Visit Date", "Booked At", "MRN", "DOB"].map((text) => `<c t="str"><v>${text}</v></c>`);
    const sheet = `<sheetData><row>${headings.join("")}</row><row>${cells.join("")}</row></sheetData>`;
    const book = `<workbookPr date1904="true"/>${sheetsOf("a")}`;
    expect(await all(appointmentFile(await written(workbookOf({ sheet, book }))).read())).toEqual([
      {
        ...{ row: 2, appointmentDate: "46344.375", bookedAt: "46344", patientId: "12345678", dateOfBirth: "17533" },
      },
    ]);
  });

  it("reports cells merged over several rows, except merged titles", async () => {
    const merged = (ref: string) => `${rowsOfTexts(["a"])}<mergeCells><mergeCell ref="${ref}"/></mergeCells>`;
    const noticesOf = async (ref: string) => (await read(workbookOf({ sheet: merged(ref) }))).notices;
    expect(await noticesOf("A1:F2")).toEqual([]);
    expect(await noticesOf("A3:F3")).toEqual([]);
    expect(await noticesOf("A3:A5")).toEqual([expect.stringMatching("merged over several rows")]);
  });

  const compound = (stream: string) => {
    const content = Buffer.alloc(3_072);
    content.write("d0cf11e0a1b11ae1", "hex");
    content.writeUInt16LE(9, 30);
    content.writeUInt32LE(1, 48);
    content.write(stream, 1_024 + 128, "utf16le");
    return content;
  };
  const usual = workbookOf({ sheet: rowsOfTexts(["a"]) });
  const withSheet = (sheet: string) => workbookOf({ sheet });

  it.each<[string, Buffer, string]>([
    ["an old workbook", compound("Workbook"), "it is an old Excel workbook (.xls): save it as .xlsx or CSV"],
    ["an encrypted workbook", compound("EncryptedPackage"), "it is encrypted: save it without a password"],
    ["the beginning of an old workbook", compound("").subarray(0, 40), "it is an old Excel workbook (.xls)"],
    ["a truncated workbook", usual.subarray(0, 500), "it is damaged"],
    ["a damaged part", Buffer.concat([usual.subarray(0, 700), Buffer.alloc(9), usual.subarray(709)]), "it is damaged"],
    ["an archive of other files", zipOf({ "a.txt": "Ann" }), "it is a ZIP archive and not an Excel workbook"],
    ["an OpenDocument file", zipOf({ mimetype: "x", "content.xml": "<a/>" }), "it is an OpenDocument file"],
    ["a text document", workbookOf({ sheet: "", parts: { "xl/workbook.xml": "<document/>" } }), "it is another Office"],
    [
      "a binary workbook",
      zipOf({
        "_rels/.rels": `<Relationships><Relationship Id="1" Type="x/officeDocument" Target="xl/workbook.bin"/></Relationships>`,
        "xl/workbook.bin": "Ann",
      }),
      "it is a binary workbook (.xlsb)",
    ],
    ["no sheet", workbookOf({ sheet: "", book: "<sheets/>" }), "it has no sheet with cells"],
    ["only charts", workbookOf({ sheet: "", book: `<sheets><sheet r:id="rId5"/></sheets>` }), "it has no sheet with"],
    ["a missing string", withSheet(row(`<c t="s"><v>7</v></c>`)), "it is damaged"],
    ["rows out of order", withSheet(`<sheetData><row r="2"/><row r="1"/></sheetData>`), "it is damaged"],
    ["truncated XML", workbookOf({ sheet: "", parts: { "xl/worksheets/sheet1.xml": "<a><b>Ann" } }), "it is dam"],
    [
      "XML in an unknown encoding",
      workbookOf({ sheet: "", parts: { "xl/worksheets/sheet1.xml": Buffer.from("<a>\xe9</a>", "latin1") } }),
      "it is damaged",
    ],
    [
      "a custom entity",
      workbookOf({ sheet: "", parts: { "xl/worksheets/sheet1.xml": `<!DOCTYPE a [<!ENTITY b "Ann">]><a>&b;</a>` } }),
      "it is damaged",
    ],
    [
      "more bytes than declared",
      workbookOf({ sheet: "", parts: { "xl/worksheets/sheet1.xml": { content: Buffer.alloc(99, " "), size: 9 } } }),
      "it is damaged",
    ],
    ["a row with too many cells", withSheet(row(`<c r="BXY1" t="str"><v>x</v></c>`)), "row 1 has more than 2000 cells"],
    [
      "a row number that is too high",
      withSheet(`<sheetData><row r="1048577"/></sheetData>`),
      "it has more than 1048576 rows",
    ],
  ])("is rejected with a one-line error that does not repeat the content: %s", async (_, content, reason) => {
    const error = await read(content).catch((refusal: unknown) => refusal);
    expect(error).toMatchObject({ kind: "invalid", code: "file_unreadable" });
    expect((error as Error).message).toContain(`cannot read the workbook: ${reason}`);
    expect((error as Error).message).not.toMatch(/\n|Ann|xl\//);
  });

  it("may contain appointments", async () => {
    const sheet = `<sheetData>
      <row r="1"><c r="A1" t="inlineStr"><is><t>Monday</t></is></c></row>
      <row r="3">${["MRN", "Patient Name", "Appointment Date", "Time", "Mobile"].map((text) => `<c t="str"><v>${text}</v></c>`).join("")}</row>
      <row r="4"><c><v>70012</v></c><c t="str"><v>Lee, Ann</v></c><c s="1"><v>46346</v></c><c s="2"><v>0.375</v></c><c><v>8.015550142E9</v></c></row>
    </sheetData>`;
    const file = await written(workbookOf({ sheet, formats: ["m/d/yyyy", "h:mm AM/PM"] }));
    const expected = {
      ...{ row: 4, patientId: "70012", fullName: "Lee, Ann", mobilePhone: "8015550142" },
      ...{ appointmentDate: "2026-11-20", appointmentTime: "09:00:00" },
    };
    expect(await all(appointmentFile(file).read())).toEqual([expected]);
  });

  it("may contain calls", async () => {
    const file = await written(workbookOf({ sheet: rowsOfTexts(["Call ID", "Caller"], ["C1", ""], ["C2"]) }));
    expect(await all(callFile(file).read())).toEqual([
      { row: 2, form: "csv", cells: { "Call ID": "C1", Caller: undefined } },
      { row: 3, form: "csv", cells: { "Call ID": "C2", Caller: undefined } },
    ]);
  });

  it("may contain patients with empty last cells", async () => {
    const headings = [
      ...["First Name", "Last Name", "Address 1", "City", "State", "ZIP Code", "DOB", "Gender", "MRN", "Unique ID"],
      ...["CCN", "Procedure Code 1", "Service Date", "Country"],
    ];
    const file = await written(workbookOf({ sheet: rowsOfTexts(headings, ["Ann", "Lee"]) }));
    const rows = [];
    for await (const chunk of patientFile(file, "OASCAHPS").read()) rows.push(...chunk.rows);
    expect(rows).toMatchObject([{ row: 2, texts: { first_name: "Ann", country: "" } }]);
    expect(rows[0]).not.toHaveProperty("cells");
  });
});
