import { notFound } from "../../foundation/kernel/domain-error.js";
import type { AccountId, ImportAttemptId } from "../../foundation/kernel/ids.js";
import { pagesAfter } from "../../foundation/kernel/pages.js";
import type { Reads } from "../../foundation/kernel/storage.js";
import { attemptItem } from "./attempt-item.js";
import type { ImportAttemptStore } from "./attempt-store.js";
import type { ImportAttempt, ImportAttemptItem } from "./import-attempt.js";
import type { ImportRunItem } from "./import-items.js";
import { importRunItem } from "./import-run-item.js";
import type { ImportRunStore } from "./import-stores.js";

type AttemptReads = {
  readonly importAttempts: Pick<ImportAttemptStore, "page" | "byId">;
  readonly importRuns: Pick<ImportRunStore, "byId">;
};
type ListPorts = { readonly storage: Reads<AttemptReads> };

const limit = 500;

/** Lists all import attempts of an account in pages, newest first. */
export function listAttempts({ storage }: ListPorts) {
  return async function* (account: AccountId): AsyncGenerator<readonly ImportAttemptItem[]> {
    const pages = pagesAfter<ImportAttempt>(limit, (last) =>
      storage.read(account, ({ importAttempts }) =>
        importAttempts.page(account, { before: last?.id ?? Number.MAX_SAFE_INTEGER, limit }),
      ),
    );
    for await (const attempts of pages) yield attempts.map(attemptItem);
  };
}

/** Returns an import attempt and its run, if the run is complete. Throws `attempt_not_found`. */
export function showAttempt({ storage }: ListPorts) {
  return (
    account: AccountId,
    id: number,
  ): Promise<{ readonly attempt: ImportAttemptItem; readonly run: ImportRunItem | null }> =>
    storage.read(account, async ({ importAttempts, importRuns }) => {
      const attempt = await importAttempts.byId(account, id as ImportAttemptId);
      if (!attempt) throw notFound("attempt_not_found", "the account has no import attempt with this number");
      const stored = attempt.run === null ? undefined : await importRuns.byId(account, attempt.run);
      return { attempt: attemptItem(attempt), run: stored?.isComplete ? importRunItem(stored.run) : null };
    });
}
