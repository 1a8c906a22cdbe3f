import type { FileHandle } from "node:fs/promises";
import type { ImportFile, ImportRow } from "@repute/domain";
import { invalid } from "@repute/domain";
import { beginningOf } from "../beginning-of.js";
import { fhirRows } from "../fhir/fhir-rows.js";
import { hl7Messages } from "../hl7/hl7-messages.js";
import { schedulingRow } from "../hl7/scheduling-row.js";
import { rereading } from "../rereading.js";
import { tableRows } from "./table-rows.js";

/**
 * A practice's appointments in a file, packed with gzip or not: a table with headings, HL7 v2 scheduling messages, or
 * FHIR R4 appointments; which of them is told by how it begins. A file that changed since it was first read is
 * `file_changed`.
 */
export const appointmentFile = (file: string | FileHandle): ImportFile => ({
  read: rereading(file, readableRows, changed),
});

/** Maximum number of rows that cannot be read. A file with more of them is not a file of appointments. */
const maxProblems = 100_000;

async function* readableRows(handle: FileHandle): AsyncGenerator<readonly ImportRow[]> {
  let problems = 0;
  for await (const rows of appointmentRows(handle)) {
    problems += rows.filter(({ problem }) => problem !== undefined).length;
    if (problems > maxProblems) throw tooManyProblems();
    yield rows;
  }
}

async function* appointmentRows(handle: FileHandle): AsyncGenerator<readonly ImportRow[]> {
  const beginning = await beginningOf(handle);
  if (/^[{[]/.test(beginning)) yield* fhirRows(handle);
  else if (/^(?:MSH|FHS|BHS)[^\w\s]/.test(beginning)) yield* messageRows(handle);
  else yield* tableRows(handle);
}

const chunkRows = 500;

async function* messageRows(handle: FileHandle): AsyncGenerator<readonly ImportRow[]> {
  let chunk: ImportRow[] = [];
  let count = 0;
  for await (const message of hl7Messages(handle)) {
    const row = schedulingRow((count += 1), message);
    if (row) chunk.push(row);
    if (chunk.length < chunkRows) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

const tooManyProblems = () =>
  invalid("file_unreadable", `cannot read the file: more than ${maxProblems} of its rows are unreadable`);

const changed = () => invalid("file_changed", "the file changed while it was being read; nothing was stored");
