import { byOperator, recordFailure } from "../../foundation/accounts/audit-trail.js";
import { conflict, notFound } from "../../foundation/kernel/domain-error.js";
import type { AccountId, PatientFileId } from "../../foundation/kernel/ids.js";
import type { Ports, Stores } from "../../foundation/kernel/storage.js";
import {
  isInterrupted,
  isUnfinished,
  type PatientFile,
  type PatientFileItem,
  patientFileItem,
  publishFiles,
} from "./patient-file.js";
import { type FileRows, withdrawVisits, type WithdrawnVisits } from "./survey-visits.js";

export type UndoFileOptions = {
  /** If true, reports what the undo would change without changing anything. */
  readonly dryRun?: boolean;
};

/** Result of undoing a patient file. After a dry run, the item is as the undo would leave it. */
export type UndonePatientFile = WithdrawnVisits & {
  readonly item: PatientFileItem;
  /** Number of rows whose findings were removed. */
  readonly findings: number;
};

/**
 * Undoes a patient file in one transaction. Its findings and visits are removed, and the rows that it replaced count
 * again. The file stays in the list with the status `Failed`. Throws `file_not_found`, `file_failed`, `file_unfinished`,
 * `file_corrected` and `already_undone`.
 */
export function undoPatientFile(ports: Ports) {
  return (account: AccountId, fileId: number, { dryRun = false }: UndoFileOptions = {}): Promise<UndonePatientFile> => {
    const id = fileId as PatientFileId;
    const attempt = { account, action: "undo_patient_survey", subject: `file ${id}` };
    const undo = () =>
      ports.storage.transact(account, async (stores, now) => {
        const work = { stores, account, now };
        const file = await fileToUndo(id, work);
        const undone: PatientFile = { ...file, status: "Undone", patients: 0, warnings: 0, failure: wasUndone };
        const withdrawn = await withdrawVisits(stores, account, file, dryRun);
        const result = { ...withdrawn, item: patientFileItem(undone, now), findings: file.warnings };
        if (dryRun) return result;
        await removeFindings(id, work);
        await stores.patientFiles.save(account, undone);
        await publishFiles([undone], work);
        await stores.audit.append(account, [byOperator({ ...attempt, at: ports.clock(), rows: file.patients }, ports)]);
        return result;
      });
    return dryRun ? undo() : recordFailure(ports, attempt, undo);
  };
}

/** Converts the result of an undo to JSON, as operators and offices see it. */
export const undonePatientFileItem = (undone: UndonePatientFile, dryRun: boolean) => {
  const { item, findings, visits, restored, remaining, sample } = undone;
  const rowsOf = ({ file, rows }: FileRows) => ({ file_id: file, rows });
  return {
    undone: !dryRun,
    ...item,
    removed_findings: findings,
    removed_visits: visits,
    restored: restored.map(rowsOf),
    remaining: remaining.map(rowsOf),
    sample_files: sample?.files ?? null,
    sample_visits: sample?.visits ?? null,
    sample_eligible: sample?.eligible ?? null,
  };
};

type UndoWork = {
  readonly stores: Stores;
  readonly account: AccountId;
  readonly now: PatientFile["seenAt"];
};

const wasUndone = "the file was undone, so it no longer counts";

/** Returns a parsed file. Files that are being parsed are waited for, because they have compared their rows with it. */
async function fileToUndo(id: PatientFileId, { stores, account, now }: UndoWork): Promise<PatientFile> {
  const file = await stores.patientFiles.byId(account, id);
  if (!file) throw notFound("file_not_found", "the account has no such file");
  if (file.status === "Undone") throw conflict("already_undone", "the file was already undone");
  const busy = (await stores.patientFiles.unfinished(account)).find((one) => !isInterrupted(one, now));
  if (busy) throw conflict("file_unfinished", `file ${busy.id} is still being parsed; try again when it is done`);
  if (file.status === "Failed" || isUnfinished(file)) {
    throw conflict("file_failed", "the file failed, so there is nothing to undo");
  }
  return file;
}

const pageSize = 1_000;

/** Deletes the findings of a file, and their entries in the list. */
async function removeFindings(file: PatientFileId, { stores, account }: UndoWork): Promise<void> {
  for (;;) {
    const page = await stores.patientWarnings.page(account, { file, after: 0, limit: pageSize });
    if (page.length === 0) return;
    const ids = page.map(({ id }) => id);
    await stores.patientWarnings.remove(account, file, ids);
    await stores.feed.remove(
      account,
      "cahps-parsed-files/warnings",
      ids.map((id) => ({ kind: 0, id })),
    );
  }
}
