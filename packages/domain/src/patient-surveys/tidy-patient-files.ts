import type { AccountId } from "../kernel/ids.js";
import type { Reads } from "../kernel/storage.js";
import type { PatientFileStore } from "./patient-file-stores.js";
import { isInterrupted } from "./patient-file.js";
import type { RunPorts } from "./file-run.js";
import { failFile } from "./file-run.js";

/** What finding interrupted files reads. */
export type InterruptedReads = { readonly patientFiles: Pick<PatientFileStore, "unfinished"> };

export type TidyFilePorts = RunPorts & { readonly storage: Reads<InterruptedReads> };

const reason = "the process that parsed it ended before it was done: parse the file again";

/** Notes that files have failed whose process ended. */
export function tidyPatientFiles(ports: TidyFilePorts) {
  return async (account: AccountId): Promise<void> => {
    const { storage, clock } = ports;
    const files = await storage.read(account, ({ patientFiles }) => patientFiles.unfinished(account));
    for (const file of files) {
      if (isInterrupted(file, clock())) await failFile(ports, account, file.id, reason);
    }
  };
}
