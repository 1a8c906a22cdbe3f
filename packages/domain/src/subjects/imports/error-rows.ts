import type { AccountId, ImportRunId } from "../../foundation/kernel/ids.js";
import type { Reads } from "../../foundation/kernel/storage.js";
import type { ImportErrorItem } from "./import-items.js";
import type { ImportErrorStore } from "./import-stores.js";
import type { ImportErrorRow } from "./import-error.js";

const pageSize = 1_000;

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
    for (let after = 0; ;) {
      const page = await storage.read(account, ({ importErrors }) =>
        importErrors.page(account, { run: importId as ImportRunId, after, limit: pageSize }),
      );
      if (page.length > 0) {
        yield page.map(({ side, row, json }) => ({ side, row, item: JSON.parse(json) as ImportErrorItem }));
      }
      if (page.length < pageSize) return;
      after = page.at(-1)?.id ?? after;
    }
  };
}
