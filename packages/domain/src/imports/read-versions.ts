import type { Secrets } from "../kernel/secrets.js";
import { judgeSlot } from "./judge-visit.js";
import type { ImportFile } from "./import-file.js";
import type { ImportStart } from "./import-run.js";
import type { FileChunk, RowFilter } from "./file-rows.js";
import { fileChunks } from "./file-rows.js";
import type { ImportRow } from "./import-row.js";
import type { LastWords } from "./last-words.js";
import { lastWords } from "./last-words.js";
import type { RowVersions } from "./row-versions.js";
import { rowVersions } from "./row-versions.js";
import type { RunTerms } from "./run-terms.js";
import { readSlot } from "./slot.js";
import { readVisit } from "./visit.js";
import { keysOfVisit } from "./visit-keys.js";

/** What has to be known of a whole file before its first row can be judged. */
export type FileFacts = {
  readonly rows: number;
  readonly withdrawn: number;
  /** Rows that were dropped because they are about erased people. They are in no other count. */
  readonly suppressed: number;
  readonly versions: RowVersions;
  readonly lastWords: LastWords;
  /** Tells the file, and how it is imported, from all others. */
  readonly digest: string;
};

/** Reads a file for the first time. */
export async function readVersions(
  { secrets }: { readonly secrets: Secrets },
  file: ImportFile,
  start: ImportStart,
  terms: RunTerms,
  isDropped: RowFilter["isDropped"],
  onRows: (rows: number) => void,
): Promise<FileFacts> {
  const versions = rowVersions();
  const words = lastWords();
  const visitOf = (row: ImportRow) => keysOfVisit(readVisit(row, terms.reading), start.connection).invited;

  function noteWithdrawn(row: ImportRow): void {
    const visit = visitOf(row);
    if (visit !== undefined) words.withdraw(visit, row.row);
  }

  function note(row: ImportRow): void {
    const slot = readSlot(row, terms.reading);
    if (judgeSlot(slot, terms).length > 0) return;
    versions.note(row.appointmentId?.trim() || null, slot, row.row);
    const visit = words.isEmpty() ? undefined : visitOf(row);
    if (visit !== undefined) words.restore(visit);
  }

  let digest = secrets.sha256(JSON.stringify([start.connection, start.isTest]));
  let rows = 0;
  let withdrawn = 0;
  let suppressed = 0;
  for await (const chunk of fileChunks(file, { isDropped, onDropped: () => (suppressed += 1) })) {
    digest = secrets.sha256(digest + JSON.stringify(chunk));
    for (const { row, isWithdrawn } of inFileOrder(chunk)) {
      if (isWithdrawn) noteWithdrawn(row);
      else note(row);
    }
    withdrawn += chunk.withdrawn.length;
    onRows((rows += chunk.rows.length));
  }
  return { rows, withdrawn, suppressed, versions: versions.finish(), lastWords: words, digest };
}

/** Both kinds of rows of a chunk in the order of the file. */
function inFileOrder({
  rows,
  withdrawn,
}: FileChunk): readonly { readonly row: ImportRow; readonly isWithdrawn: boolean }[] {
  const judged = rows.map((row) => ({ row, isWithdrawn: false }));
  if (withdrawn.length === 0) return judged;
  const all = [...judged, ...withdrawn.map(({ row }) => ({ row, isWithdrawn: true }))];
  return all.sort((a, b) => a.row.row - b.row.row);
}
