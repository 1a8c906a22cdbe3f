import type { AccountId } from "../../foundation/kernel/ids.js";
import type { Reads } from "../../foundation/kernel/storage.js";
import { failFile, type RunPorts } from "./file-run.js";
import type { PatientFileStore } from "./patient-file-stores.js";
import { isInterrupted, processEnded } from "./patient-file.js";

export type InterruptedReads = { readonly patientFiles: Pick<PatientFileStore, "unfinished"> };

export type TidyFilePorts = RunPorts & { readonly storage: Reads<InterruptedReads> };

/** Marks files as failed if their parsing process stopped. */
export function tidyPatientFiles(ports: TidyFilePorts) {
  return async (account: AccountId): Promise<void> => {
    const { storage, clock } = ports;
    const files = await storage.read(account, ({ patientFiles }) => patientFiles.unfinished(account));
    for (const file of files) {
      if (isInterrupted(file, clock())) await failFile(ports, account, file.id, processEnded);
    }
  };
}
