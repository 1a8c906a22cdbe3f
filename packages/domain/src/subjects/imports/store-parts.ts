import { storeAppointments } from "../appointments/record-appointments.js";
import { record } from "../../foundation/feed/publication.js";
import type { InviteStores } from "../invites/invite-publication.js";
import { invitePublication } from "../invites/invite-publication.js";
import type { Invite } from "../invites/invite.js";
import type { AppointmentId, ImportRunId } from "../../foundation/kernel/ids.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import type { ImportErrorRow } from "./import-error.js";
import type { KeyBatch } from "./key-batch.js";
import { keyBatch } from "./key-batch.js";
import { errorText, publishErrors } from "./publish-runs.js";
import type { RunPart } from "./staged-parts.js";
import type { InviteCorrection } from "./staged-row.js";
import type { RunStores } from "./store-ports.js";
import type { Withdrawal } from "./withdrawal.js";

/** Result of storing several parts in one transaction. `position` is the position of the last part. */
export type Stored = {
  readonly position: number;
  readonly appointments: readonly AppointmentId[];
  readonly corrections: readonly InviteCorrection[];
  readonly withdrawals: readonly Withdrawal[];
  readonly restored: number;
};

/** Result of storing several parts. Includes values that the caller does not keep. */
type StoredNow = Stored & {
  readonly rows: number;
  readonly invites: readonly Invite[];
};

/** Kinds of records that the import indexes by keys. */
export const keyed = ["appointments", "invites"] as const;
export type Keyed = (typeof keyed)[number];

export type Keys = Readonly<Record<Keyed, KeyBatch>>;

/** Creates empty buffers for index keys. All batches of a run reuse these buffers. */
export const noKeys = (): Keys => ({ appointments: keyBatch(), invites: keyBatch() });

/**
 * Stores appointments, invites and error rows concurrently, so that one kind is prepared while another is written.
 * Calls `meanwhile` after the error rows are stored.
 */
export async function storeAll(
  parts: readonly RunPart[],
  work: UnitOfWork<RunStores>,
  run: ImportRunId,
  meanwhile: () => Promise<void>,
): Promise<StoredNow> {
  const appointments = parts.flatMap((part) => part.appointments);
  const invites = parts.flatMap((part) => part.invites);
  const errors = parts.flatMap((part) => part.errors);
  await Promise.all([
    storeAppointments(appointments, work, work.stores.appointments.saveWithoutKeys),
    record(withoutKeys, invites, work),
    storeErrors(errors, run, work).then(meanwhile),
  ]);
  const rows = parts.reduce((sum, part) => sum + part.rows, 0);
  return {
    position: parts.at(-1)?.position ?? -1,
    rows,
    appointments: appointments.map(({ id }) => id),
    invites,
    corrections: parts.flatMap((part) => part.corrections),
    withdrawals: parts.flatMap((part) => part.withdrawals),
    restored: parts.reduce((sum, part) => sum + part.restored, 0),
  };
}

/** Collects the index keys of each part separately, because a larger step would block the event loop for longer. */
export async function gather(
  parts: readonly RunPart[],
  { stores, account }: UnitOfWork<RunStores>,
  keys: Keys,
): Promise<void> {
  for (const { appointments, invites } of parts) {
    keys.appointments.add(await stores.appointments.keyRowsOf(account, appointments));
    keys.invites.add(await stores.invites.keyRowsOf(account, invites));
  }
}

async function storeErrors(
  errors: readonly ImportErrorRow[],
  run: ImportRunId,
  work: UnitOfWork<RunStores>,
): Promise<void> {
  await work.stores.importErrors.save(work.account, run, errors);
  await publishErrors(
    errors.map((error) => errorText(run, error)),
    work,
  );
}

const withoutKeys: typeof invitePublication = {
  ...invitePublication,
  store: ({ invites }: InviteStores) => ({ ...invites, save: invites.saveWithoutKeys }),
};
