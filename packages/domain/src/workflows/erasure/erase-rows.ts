import type { FeedStores } from "../../foundation/feed/publication.js";
import type { KeptResponseStore } from "../../foundation/idempotency/kept-response-store.js";
import { importSides } from "../../subjects/imports/error-types.js";
import type {
  ImportErrorStore,
  ImportRunStore,
  StagedRowStore,
  StopStore,
} from "../../subjects/imports/import-stores.js";
import type { PatientWarningStore } from "../../subjects/patient-surveys/patient-file-stores.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import type { FoundPerson } from "./find-person.js";
import { eraseStaged } from "./staged-of-person.js";

type RowStores = FeedStores & {
  readonly stops: Pick<StopStore, "remove">;
  readonly importRuns: Pick<ImportRunStore, "incomplete">;
  readonly importErrors: Pick<ImportErrorStore, "remove">;
  readonly stagedRows: Pick<StagedRowStore, "next" | "abandoned" | "replace">;
  readonly patientWarnings: Pick<PatientWarningStore, "removeByIds">;
  readonly keptResponses: Pick<KeptResponseStore, "remove">;
};

/**
 * Deletes a person's rows from imports and patient files, and the person's stops and kept responses. Counters stay,
 * because they identify nobody.
 */
export async function eraseRows(found: FoundPerson, { stores, account }: UnitOfWork<RowStores>): Promise<void> {
  for (const [run, errors] of grouped(found.importErrors, ({ run }) => run)) {
    await stores.importErrors.remove(
      account,
      run,
      errors.map(({ id }) => id),
    );
  }
  for (const side of importSides) {
    const ids = found.importErrors.filter((one) => one.side === side).map(({ id }) => ({ kind: 0, id }));
    await stores.feed.remove(account, `integration-imports/${side}`, ids);
  }
  for (const [file, warnings] of grouped(found.patientWarnings, (one) => one.file)) {
    const ids = warnings.map(({ id }) => id);
    await stores.patientWarnings.removeByIds(account, file, ids);
  }
  const warnings = found.patientWarnings.map(({ id }) => ({ kind: 0, id }));
  await stores.feed.remove(account, "cahps-parsed-files/warnings", warnings);
  await stores.stops.remove(account, found.stops);
  await stores.keptResponses.remove(account, found.keptResponses);
  await eraseStaged(stores, account, found.identity);
}

function grouped<T, Key>(all: readonly T[], keyOf: (one: T) => Key): ReadonlyMap<Key, readonly T[]> {
  const groups = new Map<Key, T[]>();
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return groups;
}
