import type { Secrets } from "../kernel/secrets.js";
import { judgeSlot } from "./judge-visit.js";
import type { ImportFile } from "./import-file.js";
import type { ImportStart } from "./import-run.js";
import { countedRows } from "./file-rows.js";
import type { RowVersions } from "./row-versions.js";
import { rowVersions } from "./row-versions.js";
import type { RunTerms } from "./run-terms.js";
import { readSlot } from "./slot.js";

/** What has to be known of a whole file before its first row can be judged. */
export type FileFacts = {
  readonly rows: number;
  readonly versions: RowVersions;
  /** Tells the file, and how it is imported, from all others. */
  readonly digest: string;
};

/** Reads a file for the first time. */
export async function readVersions(
  { secrets }: { readonly secrets: Secrets },
  file: ImportFile,
  start: ImportStart,
  terms: RunTerms,
  onRows: (rows: number) => void,
): Promise<FileFacts> {
  const versions = rowVersions();
  let digest = secrets.sha256(JSON.stringify([start.connection, start.isTest]));
  let rows = 0;
  for await (const chunk of countedRows(file)) {
    digest = secrets.sha256(digest + JSON.stringify(chunk));
    for (const row of chunk) {
      const slot = readSlot(row, terms.reading);
      if (judgeSlot(slot, terms).length === 0) versions.note(row.appointmentId?.trim() || null, slot, row.row);
    }
    onRows((rows += chunk.length));
  }
  return { rows, versions: versions.finish(), digest };
}
