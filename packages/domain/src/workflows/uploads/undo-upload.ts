import type { UploadKind } from "../../foundation/access/access-ports.js";
import { actingFor } from "../../foundation/access/authenticate.js";
import type { Principal } from "../../foundation/accounts/audit-trail.js";
import { conflict } from "../../foundation/kernel/domain-error.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import type { Ports } from "../../foundation/kernel/storage.js";
import { undoCallImport, undoneCallsItem } from "../../subjects/calls/undo-call-import.js";
import { undoImport, undoneImportItem } from "../../subjects/imports/undo.js";
import { undonePatientFileItem, undoPatientFile } from "../../subjects/patient-surveys/undo-patient-file.js";
import type { UploadItem } from "../../subjects/uploads/upload.js";
import { loadNotEnded, oneUpload } from "./accept-upload.js";

export type UndoUploadOptions = {
  readonly by: Principal;
  /** If true, reports what the undo would change without changing anything. */
  readonly dryRun?: boolean;
};

/** Result of an undo, with the members that the command for the undo prints with `--json`. */
type UndoneUpload = { readonly undone: boolean } & Readonly<Record<string, unknown>>;

type Undo = (ports: Ports, account: AccountId, run: number, dryRun: boolean) => Promise<UndoneUpload>;

/** Undoes what an upload imported, by kind of file. Uploads of other kinds cannot be undone. */
const undoes: Partial<Record<UploadKind, Undo>> = {
  appointments: async (ports, account, run, dryRun) =>
    undoneImportItem(await undoImport(ports)(account, run, { dryRun }), dryRun),
  calls: async (ports, account, run, dryRun) =>
    undoneCallsItem(await undoCallImport(ports)(account, run, { dryRun }), dryRun),
  patients: async (ports, account, run, dryRun) =>
    undonePatientFileItem(await undoPatientFile(ports)(account, run, { dryRun }), dryRun),
};

/**
 * Undoes what an upload imported, as the command for imports of its kind does, and with its errors. Also throws
 * `load_not_found` if the caller may not see the upload, `load_not_ended`, and `undo_refused` if it imported nothing.
 */
export function undoUpload(ports: Ports) {
  return async (id: number, { by, dryRun = false }: UndoUploadOptions): Promise<UndoneUpload> => {
    const { account } = by;
    const { kind, state, ended_at: endedAt, run_id: run } = await oneUpload(ports)(account, id, by);
    if (endedAt === null) throw loadNotEnded();
    const undo = undoes[kind];
    if (!undo || run === null) throw undoRefused(id, undo ? nothingImported(state) : unsupported(kind));
    return undo(actingFor(ports, by), account, run, dryRun);
  };
}

const undoRefused = (id: number, reason: string) => conflict("undo_refused", `load ${id} cannot be undone: ${reason}`);

const unsupported = (kind: UploadKind): string =>
  `only imports of ${Object.keys(undoes).join(", ")} can be undone, and the load is a file of the kind ${kind}`;

const nothingImported = (state: UploadItem["state"]): string =>
  state === "failed" ? "it failed, and stored nothing" : "it only checked the file, and stored nothing";
