import { conflict } from "../../foundation/kernel/domain-error.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import type { ImportRunStore } from "./import-stores.js";

export type UnfinishedRuns = { readonly importRuns: Pick<ImportRunStore, "incomplete"> };

/**
 * Throws `import_unfinished` if one of the appointment or invite ids belongs to an unfinished import run.
 * Such a run adds index keys after its records, so a record that is changed meanwhile would get stale keys.
 */
export async function refuseUnfinished(
  { importRuns }: UnfinishedRuns,
  account: AccountId,
  type: string,
  ids: readonly number[],
): Promise<void> {
  const kind = type === "appointment" ? "appointments" : type === "invite" ? "invites" : undefined;
  if (!kind) return;
  for (const { firstIds, nextIds } of await importRuns.incomplete(account)) {
    const changed = ids.find((id) => id >= firstIds[kind] && id < nextIds[kind]);
    if (changed === undefined) continue;
    const message = `an unfinished import is storing ${kind} with ids of ${firstIds[kind]} or higher; load ${kind} with such ids after the import has finished`;
    throw conflict("import_unfinished", message);
  }
}
