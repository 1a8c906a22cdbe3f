import { appendFile, mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { CallFile, CallRow } from "@repute/domain";
import { callFile } from "./call-file.js";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "repute-calls-"));
});
afterEach(() => rm(folder, { recursive: true }));

const fileOf = async (content: string | Buffer): Promise<CallFile> => {
  const file = join(folder, "calls");
  await writeFile(file, content);
  return callFile(file);
};
const rowsOf = async (content: string | Buffer) => all(await fileOf(content));

async function all(file: CallFile): Promise<CallRow[]> {
  const rows: CallRow[] = [];
  for await (const chunk of file.read()) rows.push(...chunk);
  return rows;
}

describe("callFile with a table", () => {
  it("returns cells by heading and numbers rows like a spreadsheet", async () => {
    const table = '\n Call ID ,Source\r\nCAL1,"a, ""b""\nc"\r\n\r\n , \nCAL2,\n';
    expect(await rowsOf(table)).toEqual([
      { row: 3, form: "csv", cells: { "Call ID": "CAL1", Source: 'a, "b"\nc' } },
      { row: 6, form: "csv", cells: { "Call ID": "CAL2", Source: "" } },
    ]);
  });

  it("accepts rows with too few cells and reports rows with too many", async () => {
    expect(await rowsOf("a,b\n1\n1,2,,\n1,2,3\n")).toEqual([
      { row: 2, form: "csv", cells: { a: "1", b: undefined } },
      { row: 3, form: "csv", cells: { a: "1", b: "2" } },
      { row: 4, problem: "has 3 cells, expected 2" },
    ]);
  });

  it("accepts a byte order mark, and quotes within a cell", async () => {
    expect(await rowsOf('\ufeffCall ID,Pipe\nCAL1,5" wide')).toEqual([
      { row: 2, form: "csv", cells: { "Call ID": "CAL1", Pipe: '5" wide' } },
    ]);
  });

  it("reads Windows-1252 and gzip", async () => {
    const table = Buffer.from("a\n\xe9\n", "latin1");
    expect(await rowsOf(gzipSync(table))).toEqual([{ row: 2, form: "csv", cells: { a: "é" } }]);
  });

  it("decodes characters that span two chunks of the file", async () => {
    const cells = Array.from({ length: 900 }, (_, index) => "é😀".repeat(100 + index));
    const rows = await rowsOf(`a\n${cells.join("\n")}`);
    expect(rows.map((row) => "cells" in row && row.cells["a"])).toEqual(cells);
  });

  it("returns no rows for a table with only headings", async () => {
    expect(await rowsOf("")).toEqual([]);
    expect(await rowsOf("a,b\n")).toEqual([]);
  });

  it("yields 1,000 rows per chunk and starts over on each read", async () => {
    const file = await fileOf(`a\n${"1\n".repeat(2_500)}`);
    const sizes: number[] = [];
    for await (const chunk of file.read()) sizes.push(chunk.length);
    expect(sizes).toEqual([1_000, 1_000, 500]);
    expect(await all(file)).toHaveLength(2_500);
  });

  it.each([
    ["bytes that are not text", Buffer.from([0x61, 0x0a, 0x00, 0x0a]), "it is not a text file"],
    ["an unclosed quotation mark", 'a\n"Ann Example', "a quoted cell has no closing quote"],
    ["a row that is too long", `a\n${"Ann".repeat(400_000)}`, "the row at line 2 is longer than 1 MB"],
  ])("rejects %s without repeating the content", async (_, content, reason) => {
    await expect(rowsOf(content)).rejects.toMatchObject({
      kind: "invalid",
      code: "file_unreadable",
      message: expect.stringMatching(`^cannot read the (file|table): ${reason}$`),
    });
  });

  it("can be read again after a reader stops early", async () => {
    const rows = 10_000;
    const file = await fileOf(`a\n${`${"1".repeat(99)}\n`.repeat(rows)}`);
    for await (const chunk of file.read()) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
    expect(await all(file)).toHaveLength(rows);
  });
});

describe("callFile with JSON", () => {
  const [one, two] = [
    { id: "CAL1", duration: 3 },
    { id: "CAL2", answered: null },
  ];
  const both = [
    { row: 1, form: "json", cells: one },
    { row: 2, form: "json", cells: two },
  ];

  it.each([
    ["a page of an API's list", JSON.stringify({ page: 1, calls: [one, two] }, null, 2)],
    ["an array", `\ufeff \n${JSON.stringify([one, two])}`],
    ["one object per line", `${JSON.stringify(one)}\n${JSON.stringify(two)}\n`],
  ])("reads %s", async (_, content) => {
    expect(await rowsOf(content)).toEqual(both);
  });

  it.each<[object, string]>([
    [{ page: 1, per_page: 1, total_pages: 3, total_records: 3 }, "page 1 of 3"],
    [{ page: 3, total_pages: 3 }, "page 3 of 3"],
    [{ page: "2", total_pages: "3" }, "page 2 of 3"],
    [{ has_next_page: true, next_page: "https://tracker.example/calls?offset=1" }, "one page of several"],
    [{ page: 0, next_page_uri: "/Calls.json?Page=1", previous_page_uri: null }, "page 0 of several"],
    [{ page: 1, next_page_uri: null, previous_page_uri: "/Calls.json?Page=0" }, "page 1 of several"],
    [{ nextPage: 2 }, "one page of several"],
    [{ links: { prev: null, next: "/calls?page=2" } }, "one page of several"],
    [{ _links: { next: { href: "/calls?page=2" } } }, "one page of several"],
    [{ meta: { current_page: 2, "last-page": 4 } }, "page 2 of 4"],
    [{ records: { totalRecords: 263, currentPageNumber: 0 } }, "page 0 of several"],
    [{ pagination: { has_more: true } }, "one page of several"],
  ])("rejects a file with one of several pages: %j", async (paging, page) => {
    const error = {
      code: "file_incomplete",
      message: expect.stringMatching(`^the file is ${page} of the call tracker`),
    };
    await expect(rowsOf(JSON.stringify({ ...paging, calls: [one] }, null, 1))).rejects.toMatchObject(error);
    const line = JSON.stringify({ ...paging, calls: [one] });
    await expect(rowsOf(`${line}\n${line}\n`)).rejects.toMatchObject(error);
  });

  it.each<[object]>([
    [{ page: 1, per_page: 100, total_pages: 1, total_records: 2 }],
    [{ page: 0, next_page_uri: null, previous_page_uri: null, first_page_uri: "/Calls.json?Page=0" }],
    [{ has_next_page: false, next_page: null, meta: { next: "", has_more: "false" } }],
    [{ _links: { next: { href: null } }, links: [] }],
  ])("reads a list that has only one page: %j", async (paging) => {
    expect(await rowsOf(JSON.stringify({ ...paging, calls: [one, two] }))).toEqual(both);
  });

  it("rejects a document with a duplicate key, and reports it in lines", async () => {
    await expect(rowsOf('[{"id":"CAL1",\n"id":"CAL2"}]')).rejects.toMatchObject({
      ...{ code: "file_unreadable" },
      message: 'cannot read the file: it has the key "id" twice in one object (character 16)',
    });
    expect(await rowsOf('{"id":"CAL1"}\n{"id":"CAL1","id":"CAL2"}')).toEqual([
      { row: 1, form: "json", cells: { id: "CAL1" } },
      { row: 2, problem: 'has the key "id" twice in one object (character 14)' },
    ]);
  });

  it("reads a single object and an empty list", async () => {
    expect(await rowsOf(JSON.stringify(one, null, 2))).toEqual([both[0]]);
    expect(await rowsOf("[]")).toEqual([]);
  });

  it("reports array members that are not objects", async () => {
    expect(await rowsOf('[{}, "Ann"]')).toEqual([
      { row: 1, form: "json", cells: {} },
      { row: 2, problem: "is not a JSON object" },
    ]);
    expect(await rowsOf('{}\n\n{"Ann"\n[]')).toEqual([
      { row: 1, form: "json", cells: {} },
      { row: 3, problem: "is not valid JSON: expected a colon at the end (character 6)" },
      { row: 4, problem: "is not a JSON object" },
    ]);
  });

  it.each(['{"id":', "[1,", "[".repeat(100_000), '{"a":1,\n"b":}', Buffer.from([0x7b, 0x22, 0xe9, 0x22, 0x7d])])(
    "rejects invalid JSON",
    async (content) => {
      await expect(rowsOf(content)).rejects.toMatchObject({ kind: "invalid", code: "file_unreadable" });
    },
  );

  it("yields 1,000 rows per chunk", async () => {
    const sizes: number[] = [];
    for await (const chunk of (await fileOf(JSON.stringify(Array(2_500).fill(one)))).read()) sizes.push(chunk.length);
    expect(sizes).toEqual([1_000, 1_000, 500]);
  });
});

describe("callFile", () => {
  it.each(["a\n1\n", '[{"a":1}]', '{"a":1}\n{"a":2}\n'])(
    "rejects a file that changed since the first read",
    async (content) => {
      const file = await fileOf(content);
      await all(file);
      await appendFile(join(folder, "calls"), "\n");
      await expect(all(file)).rejects.toMatchObject({ kind: "invalid", code: "file_changed" });
    },
  );

  it("reads a file that is already open and leaves it open", async () => {
    await fileOf("a\n1\n");
    const handle = await open(join(folder, "calls"));
    expect(await all(callFile(handle))).toEqual(await all(callFile(handle)));
    expect((await handle.stat()).size).toBe(4);
    await handle.close();
  });

  it("rejects a file that does not exist", async () => {
    await expect(all(callFile(join(folder, "missing")))).rejects.toMatchObject({ code: "file_unreadable" });
  });
});
