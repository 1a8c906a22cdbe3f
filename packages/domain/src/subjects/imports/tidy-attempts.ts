import { byService } from "../../foundation/audit/audit-record.js";
import type { AuditWriter } from "../../foundation/audit/audit-store.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import type { Clock, Instant } from "../../foundation/kernel/instant.js";
import type { Transactions } from "../../foundation/kernel/storage.js";
import type { ImportAttemptStore } from "./attempt-store.js";
import type { ImportAttempt } from "./import-attempt.js";
import type { ImportRunStore } from "./import-stores.js";

type TidyAttemptPorts = {
  readonly storage: Transactions<{
    readonly importAttempts: ImportAttemptStore;
    readonly importRuns: Pick<ImportRunStore, "byId">;
    readonly audit: AuditWriter;
  }>;
  readonly clock: Clock;
};

/**
 * Updates the status of attempts whose process has ended. An attempt becomes `done` if its run is complete. An attempt
 * becomes `failed` if it has no run and started before `before`.
 */
export function tidyAttempts(
  { storage, clock }: TidyAttemptPorts,
  account: AccountId,
  before?: Instant,
): Promise<void> {
  return storage.transact(account, async ({ importAttempts, importRuns, audit }) => {
    for (const attempt of await importAttempts.unfinished(account)) {
      const run = attempt.run === null ? undefined : await importRuns.byId(account, attempt.run);
      if (run?.isComplete) await importAttempts.save(account, { ...attempt, status: "done", code: null, reason: null });
      else if (before !== undefined && attempt.startedAt < before && attempt.run === null) {
        await importAttempts.save(account, interrupted(attempt));
        const about = { action: "import_appointments", subject: `attempt ${attempt.id}`, rows: 0 };
        await audit.append(account, [byService({ at: clock(), ...about, outcome: code })]);
      }
    }
  });
}

const code = "interrupted";

const interrupted = (attempt: ImportAttempt): ImportAttempt => ({
  ...attempt,
  ...{ status: "failed", code, reason: "the process ended before the import finished; import the file again" },
});
