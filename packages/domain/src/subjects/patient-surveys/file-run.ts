import type { FeedStores } from "../../foundation/feed/publication.js";
import { conflict, isDomainError } from "../../foundation/kernel/domain-error.js";
import type { AccountId, PatientFileId } from "../../foundation/kernel/ids.js";
import type { Transactions } from "../../foundation/kernel/storage.js";
import { type Clock, type Instant, minute, plus } from "../../foundation/kernel/times.js";
import type { IdReader } from "../../foundation/records/record-type.js";
import type { PatientFileStore, PatientWarningStore, StoredWarning } from "./patient-file-stores.js";
import { isInterrupted, isUnfinished, type PatientFile } from "./patient-file.js";
import { publishFiles } from "./publish-files.js";

export type PatientFileStores = FeedStores & {
  readonly ids: IdReader;
  readonly patientFiles: PatientFileStore;
  readonly patientWarnings: PatientWarningStore;
};

export type RunPorts<Stores extends PatientFileStores = PatientFileStores> = {
  readonly storage: Transactions<Stores>;
  readonly clock: Clock;
};

const pulse = minute;

/** Maximum number of findings to delete per transaction. */
const maxRemoved = 500;

/**
 * Records the progress of a process that parses a file. Every function throws `file_interrupted` if the process sent no
 * heartbeat for too long.
 */
export function fileRun<Stores extends PatientFileStores>(
  { storage, clock }: RunPorts<Stores>,
  account: AccountId,
  id: PatientFileId,
) {
  let seenAt = clock();
  const step = (change: Partial<PatientFile>, more?: (stores: Stores, now: Instant) => Promise<void>) =>
    storage.transact(account, async (stores, now) => {
      const file = await stores.patientFiles.byId(account, id);
      if (!file || !isUnfinished(file) || isInterrupted(file, now)) throw interrupted();
      seenAt = now;
      const changed = { ...file, ...change, seenAt: now };
      await stores.patientFiles.save(account, changed);
      if (changed.status !== file.status) await publishFiles([changed], { stores, account, now });
      await more?.(stores, now);
      return changed;
    });
  return {
    step,
    /** Stores a heartbeat if the last heartbeat is more than a minute old. */
    async stayAlive(): Promise<void> {
      if (plus(seenAt, pulse) < clock()) await step({});
    },
    keep: (warnings: readonly StoredWarning[]) =>
      step({}, ({ patientWarnings }) => patientWarnings.append(account, id, warnings)),
  };
}

const interrupted = () =>
  conflict("file_interrupted", "the process that parsed this file stopped responding; parse the file again");

/** Marks a file as failed, after deleting all its findings. */
export async function failFile(
  { storage }: RunPorts,
  account: AccountId,
  id: PatientFileId,
  failure: string,
): Promise<void> {
  const removeSome = () =>
    storage.transact(account, async ({ patientWarnings }) => {
      const some = await patientWarnings.page(account, { file: id, after: 0, limit: maxRemoved });
      await patientWarnings.remove(
        account,
        id,
        some.map((one) => one.id),
      );
      return some.length;
    });
  while ((await removeSome()) > 0);
  await storage.transact(account, async (stores, now) => {
    const file = await stores.patientFiles.byId(account, id);
    if (!file || !isUnfinished(file)) return;
    const failed: PatientFile = { ...file, status: "Failed", patients: 0, warnings: 0, failure };
    await stores.patientFiles.save(account, failed);
    await publishFiles([failed], { stores, account, now });
  });
}

/**
 * Returns the failure message for an operator. Hides the message of unexpected errors, because it may contain patient
 * data.
 */
export const failureOf = (error: unknown): string =>
  isDomainError(error) ? error.message : "internal error; parse the file again";
