import { open } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { beforeEach, describe, expect, it } from "@jest/globals";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { all, temporaryFile } from "../test/temporary-file.js";
import { plainRows } from "./csv-records.js";
import { type DelimitedRow, delimitedText } from "./table.js";

const known = {
  has: (heading: string) => ["name", "city", "visitdate"].includes(heading),
  suffice: (headings: readonly string[]) => headings.includes("name"),
  examples: "Name, City",
};

describe("delimitedText", () => {
  const written = temporaryFile();
  const notices = new Set<string>();
  beforeEach(() => notices.clear());

  async function read(content: string | Buffer): Promise<{ headings: readonly string[]; rows: DelimitedRow[] }> {
    const handle = await open(await written(content));
    try {
      const { headings, rows } = await delimitedText(handle, known, (text) => notices.add(text));
      return { headings, rows: await all(rows) };
    } finally {
      await handle.close();
    }
  }
  const cellsOf = async (content: string | Buffer) => (await read(content)).rows.map(({ cells }) => cells);
  const table = "Name,City\nAnn,Ely\n";

  it.each([",", ";", "\t", "|"])("detects the delimiter %j by the headings", async (delimiter) => {
    const rows = [
      ["Name", " visit_date ", "Notes, and so on; | more"],
      ["Ann", "1/2/2026", `1, 2, 3`],
    ];
    const content = rows.map((row) =>
      row.map((cell) => (cell.includes(delimiter) ? `"${cell}"` : cell)).join(delimiter),
    );
    expect(await read(content.join("\r\n"))).toEqual({
      headings: ["Name", "visit_date", "Notes, and so on; | more"],
      rows: [{ row: 2, cells: ["Ann", "1/2/2026", "1, 2, 3"] }],
    });
  });

  it("finds the headings below titles and blank lines, and numbers rows like a spreadsheet", async () => {
    const { rows } = await read(
      'sep=;\nVisits of Monday, Tuesday, Friday\n\nName;City\n"Ann";Ely\n\n;\nBea;"Ro\nme"\nCal;Bath',
    );
    expect(rows).toEqual([
      { row: 5, cells: ["Ann", "Ely"] },
      { row: 8, cells: ["Bea", "Ro\nme"] },
      { row: 9, cells: ["Cal", "Bath"] },
    ]);
  });

  it("skips repeated headings regardless of spelling", async () => {
    expect(await cellsOf("Visit Date,Name\n1,Ann\nVISIT_DATE , name\n2,Bea\n")).toEqual([
      ["1", "Ann"],
      ["2", "Bea"],
    ]);
  });

  it("keeps rows with too many or too few cells unchanged", async () => {
    expect(await cellsOf(`${table}Bea\nCal,Bath,Cy\n`)).toEqual([["Ann", "Ely"], ["Bea"], ["Cal", "Bath", "Cy"]]);
  });

  it.each([
    ["a byte order mark", Buffer.from("\ufeffName,City\nÉva,Köln\n")],
    ["gzip", gzipSync("Name,City\nÉva,Köln\n")],
    ["gzip in two parts", Buffer.concat([gzipSync("Name,City\n"), gzipSync("Éva,Köln\n")])],
    ["Windows-1252", Buffer.from("Name,City\nÉva,Köln\n", "latin1")],
    ["carriage returns as line breaks", Buffer.from("Name,City\rÉva,Köln\r")],
    ["UTF-16 LE with a byte order mark", Buffer.from("\ufeffName,City\nÉva,Köln\n", "utf16le")],
    ["UTF-16 BE with a byte order mark", Buffer.from("\ufeffName,City\nÉva,Köln\n", "utf16le").swap16()],
    ["UTF-16 LE without a byte order mark", Buffer.from("Name,City\nÉva,Köln\n", "utf16le")],
    ["UTF-16 BE without a byte order mark", Buffer.from("Name,City\nÉva,Köln\n", "utf16le").swap16()],
    ["UTF-16 in gzip", gzipSync(Buffer.from("\ufeffName,City\nÉva,Köln\n", "utf16le"))],
  ])("reads %s", async (_, content) => {
    expect(await read(content)).toEqual({ headings: ["Name", "City"], rows: [{ row: 2, cells: ["Éva", "Köln"] }] });
  });

  it("detects the encoding of each line separately", async () => {
    const lines = ["Name,City\n", "Éva,Köln\n", "Zoë,Orléans\n", "O\u2019Neil,€\n"];
    const mixed = lines.map((line, index) =>
      index === 2
        ? Buffer.from(line, "latin1")
        : index === 3
          ? Buffer.from([0x4f, 0x92, 0x4e, 0x2c, 0x80, 0x0a])
          : Buffer.from(line),
    );
    expect(await cellsOf(Buffer.concat(mixed))).toEqual([
      ["Éva", "Köln"],
      ["Zoë", "Orléans"],
      ["O\u2019N", "€"],
    ]);
  });

  it("reads UTF-16 across several chunks of the file", async () => {
    const names = Array.from({ length: 700 }, (_, index) => "é😀".repeat(100 + index));
    const table = `Name,City\n${names.map((name) => `${name},x\n`).join("")}`;
    expect((await cellsOf(Buffer.from(`\ufeff${table}`, "utf16le"))).map(([name]) => name)).toEqual(names);
  });

  it.each([
    ["two accents", "Name,City\nJos\x8e Garc\x92a,Ely\n"],
    ["a capital's accent", "Name,City\nPE\x84A,Ely\n"],
    ["carriage returns as line breaks", "Name,City\rM\x9fller,O\xd5Neil\r"],
  ])("reports a table that looks like Mac Roman: %s", async (_, content) => {
    await read(Buffer.from(content, "latin1"));
    expect([...notices]).toEqual([expect.stringMatching("looks like Mac Roman and was read as Windows-1252")]);
  });

  it.each([
    ["UTF-8", Buffer.from("Name,City\nJosé,Ely\n")],
    ["an apostrophe", Buffer.from("Name,City\nO\x92Neil,Ely\n", "latin1")],
    ["accents", Buffer.from("Name,City\nJos\xe9 Pe\xf1a,\x93Ely\x94 \x96 North\n", "latin1")],
    ["Slavic letters", Buffer.from("Name,City\n\x8aimon Du\x9aek,\x8eilina\n", "latin1")],
  ])("does not report Windows-1252 and UTF-8: %s", async (_, content) => {
    await read(content);
    expect([...notices]).toEqual([]);
  });

  it("decodes characters that span two chunks of the file", async () => {
    const names = Array.from({ length: 700 }, (_, index) => "é😀".repeat(100 + index));
    const rows = await cellsOf(`Name,City\n${names.map((name) => `${name},x\n`).join("")}`);
    expect(rows.map(([name]) => name)).toEqual(names);
  });

  it("yields 100 rows per chunk", async () => {
    const handle = await open(await written(`Name,City\n${"Ann,Ely\n".repeat(250)}`));
    const sizes: number[] = [];
    for await (const chunk of (await delimitedText(handle, known, () => {})).rows) sizes.push(chunk.length);
    expect(sizes).toEqual([100, 100, 50]);
    await handle.close();
  });

  it.each<[string, string | Buffer, string]>([
    ["an empty file", "", "table: it is empty"],
    ["only white space", " \n\t\n", "table: it is empty"],
    [
      "no headings",
      "Ann,Ely\nBea,Rome\n",
      "table: none of its first 20 rows has at least two known headings, such as Name, City; the first row, with a for letters and 9 for digits: aaa | aaa",
    ],
    [
      "a duplicate heading",
      "Name,Visit Date,City,visit-date\n",
      "table: columns 2 and 4 have the same heading visit-date; remove one of them",
    ],
    ["an unclosed quotation mark", `${table}"Bea,Rome\n`, "table: a quoted cell has no closing quote"],
    [
      "a cell of 10 MB",
      `${table}${"x".repeat(10_000_000)},Rome\nBea,Rome\n`,
      "table: the row at line 3 is longer than 1 MB",
    ],
    ["a quoted cell of 10 MB", `${table}"${"x\n".repeat(5_000_000)}",Rome\n`, "table: the row at line "],
    ["the bytes of a program", Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0]), "file: it is not a text file"],
    ["a NUL in a row", `${table}Bea,\u0000\n`, "file: it is not a text file"],
    [
      "a workbook in gzip",
      gzipSync("PK\u0003\u0004"),
      "file: it is a ZIP archive or an Excel workbook; save it as UTF-8 text",
    ],
    [
      "an incomplete UTF-16 character",
      Buffer.from("\ufeffName,C", "utf16le").subarray(0, -1),
      "file: its UTF-16 is damaged",
    ],
    ["UTF-32", Buffer.from("fffe00004e000000", "hex"), "file: it is not a text file"],
    ["truncated gzip data", gzipSync(table).subarray(0, 25), "file: its gzip data is damaged or incomplete"],
    ["damaged gzip data", Buffer.concat([Buffer.from([0x1f, 0x8b]), Buffer.alloc(40, 1)]), "file: its gzip data"],
  ])("rejects %s with a one-line error that does not repeat the content", async (_, content, reason) => {
    const error = await read(content).catch((refusal: unknown) => refusal);
    expect(error).toMatchObject({ kind: "invalid", code: "file_unreadable" });
    expect((error as Error).message).toContain(`cannot read the ${reason}`);
    expect((error as Error).message).not.toMatch(/\n|Ann|Bea|xxx/);
  });

  it("accepts duplicates of unknown headings", async () => {
    expect(await cellsOf("Name,Notes,City,Notes,,\nAnn,1,Ely,2,,\n")).toEqual([["Ann", "1", "Ely", "2", "", ""]]);
  });
});

const options = {
  ...{ delimiter: ";", record_delimiter: ["\r\n", "\n", "\r"] },
  ...{ relax_column_count: true, relax_quotes: true },
};

describe("plainRows", () => {
  it("splits rows in the same way as the CSV parser", () => {
    const cell = fc.string({ unit: fc.constantFrom("a", " ", ",", "\t", "ä", "🙂", "#", "'", "\\"), maxLength: 4 });
    const line = fc.tuple(
      fc.array(cell, { maxLength: 4 }).map((cells) => cells.join(";")),
      fc.constantFrom("\n", "\r\n", "\r"),
    );
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), (lines) => {
        const text = lines.flat().join("");
        expect(plainRows(text, ";")).toEqual(parse(text, options));
      }),
    );
  });
});
