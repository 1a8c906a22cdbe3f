import type { AccountId } from "../../foundation/kernel/ids.js";
import type { Instant } from "../../foundation/kernel/instant.js";
import { factsFrom, type Identity, isOf } from "../../foundation/records/of-person.js";
import type { RecordType } from "../../foundation/records/record-type.js";
import { patientFacts } from "../appointments/appointment.js";
import { errorFacts } from "./import-error-type.js";
import type { ImportRunStore, StagedPart, StagedRowStore } from "./import-stores.js";
import type { StagedInvite, StagedRows } from "./staged-row.js";

type StagedReads = {
  readonly importRuns: Pick<ImportRunStore, "incomplete">;
  readonly stagedRows: Pick<StagedRowStore, "next" | "abandoned">;
};

type StagedStores = StagedReads & { readonly stagedRows: Pick<StagedRowStore, "replace"> };

/**
 * Record type for staged rows, which an import has checked but not yet stored.
 * An erasure does not use these rows to find further identifiers of a person.
 */
export const stagedRowType: RecordType<StagedReads, StagedStores, unknown, "staged_row"> = {
  kind: "staged_row",
  ofPerson: {
    async find(reads, account, person) {
      let count = 0;
      for await (const { removed } of partsOf(reads, account, person)) count += removed;
      return {
        count,
        async erase({ stores }) {
          for await (const { staging, part, removed } of partsOf(stores, account, person)) {
            if (removed > 0) await stores.stagedRows.replace(account, staging, part);
          }
        },
      };
    },
  },
};

const everything = Number.MAX_SAFE_INTEGER as Instant;

/** Yields every staged batch after removing a person's records from it. */
async function* partsOf({ importRuns, stagedRows }: StagedReads, account: AccountId, identity: Identity) {
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

/** Staged batch. Corrections and withdrawals are missing if an earlier version of Repute staged the batch. */
type StagedBefore = Omit<StagedRows, "corrections" | "withdrawals"> &
  Partial<Pick<StagedRows, "corrections" | "withdrawals">>;

function without(identity: Identity, { position, body }: StagedPart) {
  const rows = { corrections: [], withdrawals: [], ...(JSON.parse(body) as StagedBefore) };
  const isOther = ({ patientId, contact }: StagedInvite) => !isOf(identity, factsFrom(patientId, [contact]));
  const left = {
    ...rows,
    appointments: rows.appointments.filter((one) => !isOf(identity, patientFacts(one))),
    invites: rows.invites.filter(isOther),
    corrections: rows.corrections.filter(isOther),
    withdrawals: rows.withdrawals.filter((one) => !isOf(identity, one)),
    errors: rows.errors.filter(({ item }) => !isOf(identity, errorFacts(item))),
  };
  return { part: { position, body: JSON.stringify(left) }, removed: countOf(rows) - countOf(left) };
}

const countOf = ({ appointments, invites, corrections, withdrawals, errors }: StagedRows): number =>
  [appointments, invites, corrections, withdrawals, errors].reduce((sum, { length }) => sum + length, 0);
