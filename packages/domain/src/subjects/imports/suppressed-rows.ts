import { notFound } from "../../foundation/kernel/domain-error.js";
import type { AccountId, ImportRunId } from "../../foundation/kernel/ids.js";
import type { Reads } from "../../foundation/kernel/storage.js";
import { contactsIn, patientIdsIn, type Suppression } from "../../foundation/suppression/suppression.js";
import type { ImportRow } from "./import-row.js";
import type { ImportRunStore } from "./import-stores.js";

/** Returns true if a row is about an erased person. */
export const isSuppressed = ({ isEmpty, has }: Suppression, row: ImportRow): boolean =>
  !isEmpty &&
  has({
    patientIds: patientIdsIn([row.patientId]),
    contacts: contactsIn([row.mobilePhone, row.homePhone, row.workPhone, row.email]),
  });

type RunReads = { readonly importRuns: Pick<ImportRunStore, "byId"> };

/** Returns how many rows an import run skipped because they are about erased people. Throws `import_not_found`. */
export function suppressedOfRun({ storage }: { readonly storage: Reads<RunReads> }) {
  return (account: AccountId, importId: number): Promise<number> =>
    storage.read(account, async ({ importRuns }) => {
      const run = await importRuns.byId(account, importId as ImportRunId);
      if (!run) throw notFound("import_not_found", "the account has no import with this id");
      return run.suppressed;
    });
}
