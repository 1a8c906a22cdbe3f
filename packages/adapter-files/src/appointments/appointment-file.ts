import type { FileHandle } from "node:fs/promises";
import { type ImportFile, type ImportRow, invalid } from "@repute/domain";
import { beginningOf } from "../beginning-of.js";
import { fhirRows } from "../fhir/fhir-rows.js";
import { hl7Messages } from "../hl7/hl7-messages.js";
import { schedulingRow } from "../hl7/scheduling-row.js";
import { type FileOptions, type Notice, onceEach } from "../notices.js";
import { rereading } from "../rereading.js";
import { tableRows } from "./table-rows.js";

/**
 * Reads a practice's appointments from a file, with or without gzip compression.
 * The format is detected from the first bytes: a table with headings (delimited text or .xlsx), HL7 v2 scheduling
 * messages, or FHIR R4 appointments.
 * Throws `file_changed` if the file changed since the first read.
 */
export function appointmentFile(file: string | FileHandle, { onNotice }: FileOptions = {}): ImportFile {
  const notice = onceEach(onNotice);
  return { read: rereading(file, (handle) => readableRows(handle, notice), changed) };
}

/** Maximum number of unreadable rows. A file with more such rows is probably not an appointment file. */
const maxProblems = 100_000;

async function* readableRows(handle: FileHandle, notice: Notice): AsyncGenerator<readonly ImportRow[]> {
  let problems = 0;
  for await (const rows of appointmentRows(handle, notice)) {
    problems += rows.filter(({ problem }) => problem !== undefined).length;
    if (problems > maxProblems) throw tooManyProblems();
    yield rows;
  }
}

async function* appointmentRows(handle: FileHandle, notice: Notice): AsyncGenerator<readonly ImportRow[]> {
  const beginning = await beginningOf(handle);
  if (/^[{[]/.test(beginning)) yield* fhirRows(handle);
  else if (/^(?:MSH|FHS|BHS)[^\w\s]/.test(beginning)) yield* messageRows(handle, notice);
  else yield* tableRows(handle, notice);
}

const chunkRows = 500;

async function* messageRows(handle: FileHandle, notice: Notice): AsyncGenerator<readonly ImportRow[]> {
  let chunk: ImportRow[] = [];
  let count = 0;
  for await (const message of hl7Messages(handle, notice)) {
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
