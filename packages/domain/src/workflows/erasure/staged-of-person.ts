import type { ImportRunStore, StagedPart, StagedRowStore } from "../../subjects/imports/import-stores.js";
import type { StagedRows } from "../../subjects/imports/staged-row.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import type { Instant } from "../../foundation/kernel/instant.js";
import { factsOfAppointment, factsOfError, factsOfStagedInvite, isOf } from "./facts.js";
import type { Identity } from "../../foundation/records/record-type.js";

/** Reads the staged rows of imports. */
export type StagedReader = Pick<StagedRowStore, "next" | "abandoned">;

type StagedStores = {
  readonly importRuns: Pick<ImportRunStore, "incomplete">;
  readonly stagedRows: StagedReader;
};

/** Counts the staged records about a person. */
export async function stagedOf(stores: StagedStores, account: AccountId, identity: Identity): Promise<number> {
  let count = 0;
  for await (const { taken } of partsOf(stores, account, identity)) count += taken;
  return count;
}

/** Deletes the staged records about a person. Returns the number of deleted records. */
export async function eraseStaged(
  stores: StagedStores & { readonly stagedRows: Pick<StagedRowStore, "replace"> },
  account: AccountId,
  identity: Identity,
): Promise<number> {
  let count = 0;
  for await (const { staging, part, taken } of partsOf(stores, account, identity)) {
    if (taken > 0) await stores.stagedRows.replace(account, staging, part);
    count += taken;
  }
  return count;
}

const everything = Number.MAX_SAFE_INTEGER as Instant;

/** Reads all staged parts without the records about a person. */
async function* partsOf({ importRuns, stagedRows }: StagedStores, account: AccountId, identity: Identity) {
  const decided = (await importRuns.incomplete(account)).map(({ staging }) => staging);
  for (const staging of [...decided, ...(await stagedRows.abandoned(account, everything))]) {
    for (let after = -1; ;) {
      const [part] = await stagedRows.next(account, staging, after, 1);
      if (!part) break;
      yield { staging, ...without(identity, part) };
      after = part.position;
    }
  }
}

/** Parts that an earlier version staged may lack corrections and withdrawals. */
type StagedBefore = Omit<StagedRows, "corrections" | "withdrawals"> &
  Partial<Pick<StagedRows, "corrections" | "withdrawals">>;

function without(identity: Identity, { position, body }: StagedPart) {
  const rows = { corrections: [], withdrawals: [], ...(JSON.parse(body) as StagedBefore) };
  const appointments = rows.appointments.filter((one) => !isOf(identity, factsOfAppointment(one)));
  const invites = rows.invites.filter((one) => !isOf(identity, factsOfStagedInvite(one)));
  const corrections = rows.corrections.filter((one) => !isOf(identity, factsOfStagedInvite(one)));
  const withdrawals = rows.withdrawals.filter((one) => !isOf(identity, one));
  const errors = rows.errors.filter(({ item }) => !isOf(identity, factsOfError(item)));
  const countOf = (some: StagedRows) =>
    [some.appointments, some.invites, some.errors, some.corrections, some.withdrawals].reduce(
      (sum, all) => sum + all.length,
      0,
    );
  const left = { ...rows, appointments, invites, errors, corrections, withdrawals };
  return { part: { position, body: JSON.stringify(left) }, taken: countOf(rows) - countOf(left) };
}
