import type { Secrets } from "../../foundation/kernel/secrets.js";
import { type FileChunk, fileChunks, type RowFilter } from "./file-rows.js";
import type { ImportFile } from "./import-file.js";
import type { ImportRow } from "./import-row.js";
import type { ImportStart } from "./import-run.js";
import { judgeSlot } from "./judge-visit.js";
import { type LastWords, lastWords } from "./last-words.js";
import { type LearnedIds, learnedIds } from "./learned-ids.js";
import { type RowVersions, rowVersions } from "./row-versions.js";
import type { RunTerms } from "./run-terms.js";
import { readSlot } from "./slot.js";
import { keysOfVisit } from "./visit-keys.js";
import { readVisit } from "./visit.js";

/** Facts about the whole appointment file. The rules need these facts to check each row. */
export type FileFacts = {
  readonly rows: number;
  readonly withdrawn: number;
  /**
   * Number of rows that were skipped because they are about erased people. The other counters do not include these
   * rows.
   */
  readonly suppressed: number;
  readonly versions: RowVersions;
  readonly lastWords: LastWords;
  readonly ids: LearnedIds;
  /** Hash of the rows, the connection and the test mode. */
  readonly digest: string;
};

/** Reads an appointment file for the first time and collects the facts about it. */
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
  const ids = learnedIds(start.connection);
  const keysOf = (row: ImportRow) => keysOfVisit(readVisit(row, terms.reading), start.connection);

  function note(row: ImportRow): void {
    const slot = readSlot(row, terms.reading);
    if (judgeSlot(slot, terms).length > 0) return;
    const ref = row.appointmentId?.trim() || null;
    versions.note(ref, slot, row.row);
    ids.note(ref, () => readVisit(row, terms.reading));
    if (!words.isEmpty()) words.restore(keysOf(row));
  }

  let digest = secrets.sha256(JSON.stringify([start.connection, start.isTest]));
  let rows = 0;
  let withdrawn = 0;
  let suppressed = 0;
  for await (const chunk of fileChunks(file, { isDropped, onDropped: () => (suppressed += 1) })) {
    digest = secrets.sha256(digest + JSON.stringify(chunk));
    for (const { row, isWithdrawn } of inFileOrder(chunk)) {
      if (isWithdrawn) words.withdraw(keysOf(row), row.row);
      else note(row);
    }
    withdrawn += chunk.withdrawn.length;
    onRows((rows += chunk.rows.length));
  }
  return { rows, withdrawn, suppressed, versions: versions.finish(), lastWords: words, ids, digest };
}

function inFileOrder({
  rows,
  withdrawn,
}: FileChunk): readonly { readonly row: ImportRow; readonly isWithdrawn: boolean }[] {
  const judged = rows.map((row) => ({ row, isWithdrawn: false }));
  if (withdrawn.length === 0) return judged;
  const all = [...judged, ...withdrawn.map(({ row }) => ({ row, isWithdrawn: true }))];
  return all.sort((a, b) => a.row.row - b.row.row);
}
