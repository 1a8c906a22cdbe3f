import type { Bulk } from "../../foundation/feed/keyed-store.js";
import { record } from "../../foundation/feed/publication.js";
import type { AppointmentId, ImportRunId } from "../../foundation/kernel/ids.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import { storeAppointments } from "../appointments/record-appointments.js";
import { invitePublication, type InviteStores } from "../invites/invite-publication.js";
import type { Invite } from "../invites/invite.js";
import type { ImportErrorRow } from "./import-error.js";
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

/** Result of storing several parts. Some of its values are needed only until the next parts are stored. */
type StoredNow = Stored & {
  readonly rows: number;
  readonly invites: readonly Invite[];
};

/**
 * Stores appointments, invites and error rows concurrently, so that one kind is prepared while another is written.
 * Calls `afterErrors` after the error rows are stored.
 */
export async function storeAll(
  parts: readonly RunPart[],
  work: UnitOfWork<RunStores>,
  { run, bulk }: { readonly run: ImportRunId; readonly bulk: Bulk },
  afterErrors: () => void,
): Promise<StoredNow> {
  const appointments = parts.flatMap((part) => part.appointments);
  const invites = parts.flatMap((part) => part.invites);
  const errors = parts.flatMap((part) => part.errors);
  await Promise.all([
    // Save unchanged appointments too, because an interrupted attempt may have stored them without index keys.
    storeAppointments(appointments, work, (account) => work.stores.appointments.save(account, appointments, bulk)),
    record(inBulk(invites, bulk), invites, work),
    storeErrors(errors, run, work).then(afterErrors),
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

/**
 * Stores invites in bulk, even unchanged ones, because an interrupted attempt may have stored them without index keys.
 */
const inBulk = (invites: readonly Invite[], bulk: Bulk): typeof invitePublication => ({
  ...invitePublication,
  store: ({ invites: store }: InviteStores) => ({
    ...store,
    save: (account) => store.save(account, invites, bulk),
  }),
});
