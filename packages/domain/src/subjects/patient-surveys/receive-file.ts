import type { AccountId, PatientFileId } from "../../foundation/kernel/ids.js";
import type { Transactions } from "../../foundation/kernel/storage.js";
import { storedFileName } from "../../foundation/kernel/text.js";
import { toSecond } from "../../foundation/kernel/times.js";
import type { PatientFileStores } from "./file-run.js";
import type { ParseOptions } from "./parse-options.js";
import type { PatientFile } from "./patient-file.js";
import type { PatientSource } from "./patient-rows.js";
import { publishFiles } from "./publish-files.js";

/** Stores a new patient file with the status `Pending`, before any row is read. */
export function receiveFile(
  { storage }: { readonly storage: Transactions<PatientFileStores> },
  account: AccountId,
  source: Pick<PatientSource, "type">,
  options: ParseOptions,
): Promise<PatientFile> {
  return storage.transact(account, async (stores, now) => {
    const { ids, patientFiles } = stores;
    const file: PatientFile = {
      id: ((await ids.greatest(account, "patientFiles")) + 1) as PatientFileId,
      type: source.type,
      status: "Pending",
      connection: options.connection ?? null,
      transform: options.transform ?? null,
      isTest: options.isTest === true,
      createdAt: toSecond(options.uploadedAt ?? now),
      createdBy: options.createdBy ?? null,
      fileName: options.fileName === undefined ? null : storedFileName(options.fileName),
      month: null,
      headings: null,
      patients: 0,
      warnings: 0,
      failure: null,
      digest: null,
      seenAt: now,
    };
    await patientFiles.save(account, file);
    await publishFiles([file], { stores, account, now });
    return file;
  });
}
