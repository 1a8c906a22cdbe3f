import { byOperator } from "../audit/audit-record.js";
import { recordAppointments } from "../attribution/record-appointments.js";
import type { AuditWriter } from "../audit/audit-store.js";
import type { LinkingStores } from "../attribution/appointment-store.js";
import { record } from "../feed/publication.js";
import type { InviteStores } from "../invites/invite-publication.js";
import { invitePublication } from "../invites/invite-publication.js";
import type { Invite } from "../invites/invite.js";
import type { AccountId } from "../kernel/ids.js";
import type { Clock, Instant } from "../kernel/instant.js";
import type { Transactions } from "../kernel/storage.js";
import type { SettingStores } from "../unit-of-work/unit-of-work.js";
import { unitOfWork } from "../unit-of-work/unit-of-work.js";
import type { ImportErrorStore, ImportRunStore, StagedRowStore } from "./import-stores.js";
import type { StoredRun } from "./import-run.js";
import type { InviteSender } from "./invite-sender.js";
import { errorText, publishErrors, publishRuns } from "./publish-runs.js";
import type { StagedRows } from "./staged-row.js";
import { placedAppointment, placedError, scheduledInvite } from "./staged-row.js";

/** What storing a run needs of a unit of work. */
export type RunStores = LinkingStores &
  InviteStores &
  SettingStores & {
    readonly importRuns: ImportRunStore;
    readonly importErrors: ImportErrorStore;
    readonly stagedRows: StagedRowStore;
    readonly audit: AuditWriter;
  };

export type StorePorts = {
  readonly storage: Transactions<RunStores>;
  readonly clock: Clock;
  readonly inviteSender?: InviteSender;
};

/**
 * Stores what a run has decided, some rows a unit of work, so that nobody waits long for their turn; then the run is
 * there to be seen. Goes on where another attempt ended, however that ended: storing rows twice is storing them once.
 */
export async function storeRun(
  { storage, clock, inviteSender }: StorePorts,
  account: AccountId,
  decided: StoredRun,
  onRows: (rows: number) => void,
): Promise<void> {
  let rows = 0;
  for (let after = -1; ;) {
    const part = await storage.transact(account, async (stores, now) => {
      await stores.stagedRows.remove(account, decided.staging, after);
      const next = await stores.stagedRows.next(account, decided.staging, after);
      if (next) return storePart(stores, account, decided, next, now);
      // Another process may have stored the same run, after it took this one for dead.
      if ((await stores.importRuns.byId(account, decided.run.id))?.isComplete) return undefined;
      await stores.importRuns.save(account, { ...decided, isComplete: true });
      await publishRuns([decided.run], { stores, account, now });
      await stores.audit.append(account, [
        byOperator({ at: clock(), action: "import_appointments", rows: decided.run.rowsProcessed }),
      ]);
      return undefined;
    });
    if (!part) return;
    // Before the part is taken out: an attempt that ends here hands these invites over again.
    await inviteSender?.schedule(account, part.invites);
    after = part.position;
    onRows((rows += part.rows));
  }
}

type Part = { readonly position: number; readonly rows: number; readonly invites: readonly Invite[] };

async function storePart(
  stores: RunStores,
  account: AccountId,
  { run, firstIds, messageId }: StoredRun,
  { position, body }: { readonly position: number; readonly body: string },
  now: Instant,
): Promise<Part> {
  const staged = JSON.parse(body) as StagedRows;
  const work = await unitOfWork(stores, account, now);
  const about = { sentAt: run.uploadedAt, messageId };
  const invites = staged.invites.map((invite) => scheduledInvite(invite, firstIds, about));
  await recordAppointments(
    staged.appointments.map((one) => placedAppointment(one, firstIds)),
    work,
  );
  await record(invitePublication, invites, work);
  const errors = staged.errors.map((error) => placedError(error, firstIds));
  await stores.importErrors.save(account, run.id, errors);
  await publishErrors(
    errors.map((error) => errorText(run.id, error)),
    work,
  );
  return { position, rows: staged.rows, invites };
}
