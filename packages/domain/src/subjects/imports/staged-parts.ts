import type { AccountId } from "../../foundation/kernel/ids.js";
import type { Appointment } from "../appointments/appointment.js";
import type { Invite } from "../invites/invite.js";
import type { ImportErrorRow } from "./import-error.js";
import type { StoredRun } from "./import-run.js";
import type { StagedPart, StagedRowStore } from "./import-stores.js";
import {
  type InviteCorrection,
  partsAtOnce,
  placedAppointment,
  placedError,
  scheduledInvite,
  type StagedRows,
} from "./staged-row.js";
import type { Withdrawal } from "./withdrawal.js";

/**
 * Number of parts per batch. The index keys of a batch are added after all records of the batch are stored.
 * Larger batches add keys faster but need more memory.
 */
const batchParts = 125;

const batchOf = (position: number): number => Math.floor(position / batchParts);

/** Staged part of an import run, with the records from the part's body. */
export type RunPart = StagedPart & {
  readonly rows: number;
  readonly appointments: readonly Appointment[];
  readonly invites: readonly Invite[];
  readonly errors: readonly ImportErrorRow[];
  readonly corrections: readonly InviteCorrection[];
  readonly withdrawals: readonly Withdrawal[];
  readonly restored: number;
};

export type PartStores = { readonly stagedRows: Pick<StagedRowStore, "next"> };

/**
 * Returns the parts after a position that belong to the same batch. The boundaries between batches never change.
 * Reuses the parsed parts in `known`, except for parts whose bodies an erasure has changed.
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

/**
 * Body of a staged part.
 * If an earlier version of Repute staged the part, fields such as `withdrawals` may be missing.
 */
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
