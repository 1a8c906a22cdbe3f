import { createWriteStream } from "node:fs";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { reportFigure, scaled } from "../../../test/torture.js";
import { appointmentFile } from "./appointment-file.js";
import { callFile } from "./call-file.js";
import { patientFile } from "./patient-file.js";

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), "repute-bombs-"))));
afterAll(() => rm(folder, { recursive: true }));

const megabytes = scaled(24, 400);
const megabyte = 1_048_576;

/** Writes a gzip file that unpacks to `head` and then many megabytes of `piece`. */
async function bomb(head: string, piece: string): Promise<string> {
  const name = join(folder, `${Math.random()}.gz`);
  const block = Buffer.from(piece.repeat(Math.ceil(megabyte / piece.length)));
  function* blocks() {
    yield Buffer.from(head);
    for (let count = 0; count < megabytes; count += 1) yield block;
  }
  await pipeline(Readable.from(blocks()), createGzip({ level: 1 }), createWriteStream(name));
  return name;
}

/** Returns the error message and the peak heap use in megabytes. */
async function outcomeOf(rows: AsyncIterable<unknown>): Promise<{ readonly message: string; readonly heap: number }> {
  let heap = 0;
  const timer = setInterval(() => (heap = Math.max(heap, process.memoryUsage().heapUsed / megabyte)), 5);
  try {
    for await (const _ of rows);
    return { message: "read to the end", heap };
  } catch (error) {
    return { message: (error as Error).message, heap };
  } finally {
    clearInterval(timer);
  }
}

const table = "Appointment ID,Patient Name,DOS\nA1,Bo,3/2/2026\n";
const quoted = 'Appointment ID,Patient Name,DOS\nA1,"Lee, Ann",3/2/2026\n';
const message = "MSH|^~\\&|A|B|C|D|2026||SIU^S12|1|P|2.3\rPID|";

const bombs: readonly (readonly [what: string, head: string, piece: string, error: string])[] = [
  ["a row of commas", table, ",", "cannot read the table: row 3 is longer than 1 MB"],
  ["a row of commas after a quoted cell", quoted, ",", "cannot read the table: row 3 is longer than 1 MB"],
  ["headings of commas", "Appointment ID,DOS", ",", "cannot read the table: row 1 is longer than 1 MB"],
  ["a row over many lines", quoted, `"\n"${",".repeat(900_000)}`, "cannot read the table: row 3 is longer than 1 MB"],
  [
    "rows with too many cells",
    table,
    `${",".repeat(900_000)}x\n`,
    "cannot read the table: row 3 has more than 2000 cells",
  ],
  ["an endless quoted cell", `${table}"`, "x", "cannot read the table: the row at line 3 is longer than 1 MB"],
  ["an HL7 segment of separators", message, "|", "cannot read the file: message 1 is longer than 1 MB"],
  ["an HL7 message of short segments", message, "NTE|\r", "cannot read the file: message 1 is longer than 1 MB"],
  ["an HL7 segment of many lines", message, "a\n", "cannot read the file: message 1 is longer than 1 MB"],
  [
    "FHIR arrays of empty objects",
    "",
    `[${"{},".repeat(300_000)}{}]\n`,
    "cannot read the file: it contains no FHIR Appointment",
  ],
  [
    "endless FHIR appointments",
    '{"resourceType":"Bundle","entry":[',
    '{"resource":{"resourceType":"Appointment"}},',
    "cannot read the file: the JSON is incomplete",
  ],
];

describe("a gzip bomb", () => {
  it.each(bombs)("is rejected with a one-line error: %s", async (what, head, piece, error) => {
    const file = await bomb(head, piece);
    const { message: text, heap } = await outcomeOf(appointmentFile(file).read());
    expect(text).toBe(error);
    reportFigure(`${megabytes} MB of ${what}: refused with at most ${heap.toFixed(0)} MB of heap`);
  });

  it("is rejected with a one-line error as a patient file", async () => {
    const headings =
      "First Name,Last Name,Address 1,City,State,ZIP Code,DOB,Gender,Unique ID,CCN,Procedure Code 1,Service Date";
    const file = await bomb(`${headings}\n"a",b\n`, ",");
    const { message: text } = await outcomeOf(patientFile(file, "OASCAHPS").read());
    expect(text).toMatch(/^cannot read the table: (row 3 is longer than 1 MB|it has no column for )/);
  });

  it.each([
    ["objects without members", "[", "{},"],
    ["nested arrays", "", "["],
  ])("is rejected with a one-line error as a call file: %s", async (_what, head, piece) => {
    const file = await bomb(head, piece);
    const { message: text } = await outcomeOf(callFile(file).read());
    expect(text).toMatch(/^cannot read the file: it must be one JSON document \(at most 64 MB and 5,000,000 values\) /);
  });

  it("is rejected when the file is already open", async () => {
    const handle = await open(await bomb(table, ","), "r");
    const { message: text } = await outcomeOf(appointmentFile(handle).read());
    expect(text).toBe("cannot read the table: row 3 is longer than 1 MB");
    await handle.close();
  });
});
