import type { Appointment } from "../attribution/appointment.js";
import type { Invite } from "../invites/invite.js";
import type { AccountId } from "../kernel/ids.js";
import type { ImportErrorRow } from "./import-error.js";
import type { StoredRun } from "./import-run.js";
import type { StagedPart, StagedRowStore } from "./import-stores.js";
import type { Withdrawal } from "./withdrawal.js";
import type { InviteCorrection, StagedRows } from "./staged-row.js";
import { partsAtOnce, placedAppointment, placedError, scheduledInvite } from "./staged-row.js";

/** How many parts are stored before their keys: the keys of more rows are added faster, and take more memory. */
const batchParts = 125;

const batchOf = (position: number): number => Math.floor(position / batchParts);

/** A part with its records as they are to be stored. */
export type RunPart = StagedPart & {
  readonly rows: number;
  readonly appointments: readonly Appointment[];
  readonly invites: readonly Invite[];
  readonly errors: readonly ImportErrorRow[];
  readonly corrections: readonly InviteCorrection[];
  readonly withdrawals: readonly Withdrawal[];
  readonly restored: number;
};

/** What reading parts takes. */
export type PartStores = { readonly stagedRows: Pick<StagedRowStore, "next"> };

/**
 * The parts that follow on a position in the same batch: batches are the same however often an attempt ends in one. What was
 * made of some of them before is used again where they are still the same: an erasure may have taken rows out since.
 */
export async function nextParts(
  stores: PartStores,
  account: AccountId,
  decided: StoredRun,
  { after, known = [] }: { readonly after: number; readonly known?: readonly RunPart[] },
): Promise<readonly RunPart[]> {
  const next = await stores.stagedRows.next(account, decided.staging, after, partsAtOnce);
  const batch = batchOf(after < 0 ? (next[0]?.position ?? 0) : after);
  const parts: RunPart[] = [];
  for (const part of next.filter(({ position }) => batchOf(position) === batch)) {
    const before = known.find((one) => one.position === part.position && one.body === part.body);
    parts.push(before ?? read(part, decided));
  }
  return parts;
}

/** Rows that an earlier version staged have no withdrawals. */
type StagedBefore = Omit<StagedRows, "corrections" | "withdrawals" | "restored"> & Partial<StagedRows>;

function read(part: StagedPart, { run, firstIds, messageId }: StoredRun): RunPart {
  const { corrections = [], withdrawals = [], restored = 0, ...staged } = JSON.parse(part.body) as StagedBefore;
  const about = { uploadedAt: run.uploadedAt, messageId };
  return {
    position: part.position,
    body: part.body,
    rows: staged.rows,
    appointments: staged.appointments.map((one) => placedAppointment(one, firstIds)),
    invites: staged.invites.map((one) => scheduledInvite(one, firstIds, about)),
    errors: staged.errors.map((one) => placedError(one, firstIds)),
    corrections: corrections.map((one) => ({
      invite: scheduledInvite(one, firstIds, about),
      visits: one.visits ?? (one.visit === null ? [] : [one.visit]),
    })),
    withdrawals,
    restored,
  };
}
