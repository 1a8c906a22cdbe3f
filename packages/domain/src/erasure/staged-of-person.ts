import type { ImportRunStore, StagedPart, StagedRowStore } from "../imports/import-stores.js";
import type { StagedRows } from "../imports/staged-row.js";
import type { AccountId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";
import { factsOfAppointment, factsOfError, factsOfStagedInvite, isOf } from "./facts.js";
import type { Identity } from "./person.js";

/** Reads what imports have put aside. */
export type StagedReader = Pick<StagedRowStore, "next" | "abandoned">;

type StagedStores = {
  readonly importRuns: Pick<ImportRunStore, "incomplete">;
  readonly stagedRows: StagedReader;
};

/** How many appointments, invites and error rows of a person wait to be stored. */
export async function stagedOf(stores: StagedStores, account: AccountId, identity: Identity): Promise<number> {
  let count = 0;
  for await (const { taken } of partsOf(stores, account, identity)) count += taken;
  return count;
}

/** Takes them out, and leaves the rest as it waits; returns how many there were. */
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

/** Every part that waits, without the rows of a person. */
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

function without(identity: Identity, { position, body }: StagedPart) {
  // Parts that an earlier version put aside have neither.
  const absent = { corrections: [], withdrawals: [] };
  const rows = { ...absent, ...(JSON.parse(body) as Partial<StagedRows>) } as StagedRows;
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
