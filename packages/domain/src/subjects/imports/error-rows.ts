import type { AccountId, ImportRunId } from "../../foundation/kernel/ids.js";
import { pagesOf } from "../../foundation/kernel/pages.js";
import type { Reads } from "../../foundation/kernel/storage.js";
import type { ImportErrorRow } from "./import-error.js";
import type { ImportErrorItem } from "./import-items.js";
import type { ImportErrorStore } from "./import-stores.js";

/**
 * Reads all error rows of an import run in pages, in ascending order of id. Includes error rows about appointments and
 * about invites.
 */
export function importErrorRows({
  storage,
}: {
  readonly storage: Reads<{ readonly importErrors: Pick<ImportErrorStore, "page"> }>;
}) {
  return async function* (account: AccountId, importId: number): AsyncGenerator<readonly ImportErrorRow[]> {
    const run = importId as ImportRunId;
    const pages = pagesOf(1_000, (page) =>
      storage.read(account, ({ importErrors }) => importErrors.page(account, { run, ...page })),
    );
    for await (const errors of pages) {
      if (errors.length === 0) return;
      yield errors.map(({ side, row, json }) => ({ side, row, item: JSON.parse(json) as ImportErrorItem }));
    }
  };
}
