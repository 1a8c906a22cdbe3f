import { conflict } from "../kernel/domain-error.js";
import type { AccountId, AnyId } from "../kernel/ids.js";
import type { ImportRunStore } from "./import-stores.js";

/** What a check for unfinished runs reads. */
export type UnfinishedRuns = { readonly importRuns: Pick<ImportRunStore, "incomplete"> };

/**
 * Refuses to change records of a run that is being stored (`import_unfinished`): its keys are added after its records, and
 * would be those of what the records were.
 */
export async function refuseUnfinished(
  { importRuns }: UnfinishedRuns,
  account: AccountId,
  kind: "appointments" | "invites",
  ids: readonly AnyId[],
): Promise<void> {
  for (const { firstIds, nextIds } of await importRuns.incomplete(account)) {
    const changed = ids.find((id) => id >= firstIds[kind] && id < nextIds[kind]);
    if (changed === undefined) continue;
    const message = `an unfinished import is storing ${kind} with ids of ${firstIds[kind]} or higher; load ${kind} with such ids after the import has finished`;
    throw conflict("import_unfinished", message);
  }
}
