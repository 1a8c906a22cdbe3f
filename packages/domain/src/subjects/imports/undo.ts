import { byOperator } from "../../foundation/accounts/audit-trail.js";
import { conflict, notFound } from "../../foundation/kernel/domain-error.js";
import type { AccountId, ImportRunId } from "../../foundation/kernel/ids.js";
import type { Ports, ReadStores } from "../../foundation/kernel/storage.js";
import { type Instant, isoInstant, plus, toSecond } from "../../foundation/kernel/times.js";
import { bundleRunning, isLoading } from "../../foundation/records/load-store.js";
import { unitOfWork, type UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import type { MomentOrDay } from "../appointments/appointment.js";
import {
  type FreedConversion,
  linkFreed,
  linkWaiting,
  removeAppointments,
  storeAppointments,
} from "../appointments/appointments.js";
import { isPlanned } from "../invites/invite.js";
import { importRunItem, publishErrors, publishRuns, secondOf } from "./import-item.js";
import {
  type ImportErrorItem,
  type ImportRun,
  type ImportRunItem,
  type JournalEntry,
  type JournalPlace,
  journalSteps,
  type RemainingRecord,
  type RunUndo,
  type StoredRun,
} from "./import-run.js";
import { type CreatedRecords, journalRetention } from "./journal.js";
import { recordInvites, removeInvites } from "./planned-invites.js";
import {
  assume,
  type Assumed,
  type ChangedLater,
  emptyReversal,
  nothingAssumed,
  type Reversal,
  reversalOf,
} from "./reversal.js";

/** Record that an undo left unchanged, with the patient's name and the time, or `null` if they are unknown. */
type NamedRecord = RemainingRecord & { readonly patientName: string | null; readonly at: MomentOrDay | null };

/** Result of undoing an import, or of a dry run. */
export type UndoneImport = Pick<RunUndo, "removed" | "restored" | "reasons"> & {
  /** The import with the counters that remain, or before the undo in a dry run. */
  readonly run: ImportRunItem;
  /** True if an earlier call had already undone the import. */
  readonly isRepeated: boolean;
  /** First 200 records that the undo left unchanged or did not restore. */
  readonly remaining: readonly NamedRecord[];
};

/**
 * Undoes an import run: removes the appointments and unsent invites that the run stored, and restores what it changed.
 * Leaves records that were changed since. Once begun, an undo will be completed, even after a crash.
 *
 * Throws `import_not_found`, and a conflict if the run cannot be undone.
 */
export function undoImport(ports: Ports) {
  const { storage, clock } = ports;
  return async (
    account: AccountId,
    importId: number,
    { dryRun = false }: { readonly dryRun?: boolean } = {},
  ): Promise<UndoneImport> => {
    const id = importId as ImportRunId;
    if (dryRun) {
      return storage.read(account, async (stores) => {
        const now = toSecond(clock());
        const stored = await runToUndo(stores, account, id, now);
        const undo = stored.undo ?? (await undoneBy(stores, stored, { account, now }));
        return resultOf(stores, account, { ...stored, undo }, isUndone(stored));
      });
    }
    const stored = await storage.transact(account, async (stores, now) => {
      const found = await runToUndo(stores, account, id, now);
      if (!found.undo) await stores.importRuns.save(account, { ...found, isComplete: false, undo: begunAt(now) });
      return found;
    });
    await continueUndo(ports, account, stored);
    return storage.read(account, async (stores) => {
      const ended = (await stores.importRuns.byId(account, id)) ?? stored;
      return resultOf(stores, account, ended, isUndone(stored));
    });
  };
}

/** Converts the result of an undo to JSON, as operators and offices see it. */
export const undoneImportItem = (undone: UndoneImport, dryRun: boolean) => {
  const { run, isRepeated, removed, restored, reasons, remaining } = undone;
  return {
    undone: isRepeated || !dryRun,
    undone_before: isRepeated,
    ...{ run, removed, restored, reasons },
    remaining: remaining.map(({ kind, id, reason, patientName, at }) => ({
      ...{ kind, id, reason, patient_name: patientName },
      at: typeof at === "number" ? isoInstant(at) : at,
    })),
  };
};

const isUndone = ({ undo, isComplete }: StoredRun): boolean => undo !== null && isComplete;

const begunAt = (at: Instant): RunUndo => ({
  at,
  removed: { appointments: 0, invites: 0 },
  restored: { appointments: 0, invites: 0 },
  reasons: {},
  remaining: [],
  effects: { captured: 0, newPatients: 0, invites: 0 },
  errorsAfter: 0,
});

/** Returns a run that can be undone, or whose undo has begun. Throws if there is none. */
async function runToUndo(
  stores: Pick<ReadStores, "importRuns" | "loads">,
  account: AccountId,
  id: ImportRunId,
  now: Instant,
): Promise<StoredRun> {
  const stored = await stores.importRuns.byId(account, id);
  if (!stored) throw notFound("import_not_found", "the account has no import with this id");
  if (stored.undo) return stored;
  const reason = obstacleTo(stored, now);
  if (reason !== undefined) throw conflict("undo_refused", `import ${id} cannot be undone: ${reason}`);
  const [running] = await stores.importRuns.incomplete(account);
  if (running) {
    const work = running.undo ? "is being undone" : "is being stored";
    const message = `import ${running.run.id} ${work}; try again when it has finished`;
    throw conflict(
      "import_running",
      running.run.id === id ? message : `${message}, because it may change the same records`,
    );
  }
  if (await isLoading(stores, account)) throw bundleRunning();
  return stored;
}

function obstacleTo({ run, journaledAt }: StoredRun, now: Instant): string | undefined {
  if (run.isTest) return "it was a test, which stored no appointments or invites";
  if (journaledAt === null) return "an earlier version of Repute stored it, without a journal of its changes";
  if (journaledAt < plus(now, -journalRetention)) return "it was stored more than 90 days ago";
  return undefined;
}

/** Finds out what undoing a run would do. Changes nothing. */
async function undoneBy(
  stores: ReadStores,
  stored: StoredRun,
  { account, now }: { readonly account: AccountId; readonly now: Instant },
): Promise<RunUndo> {
  const amended = nothingAssumed();
  await readAmended(stores, account, stored, amended);
  const assumed = nothingAssumed();
  const later = await changedLater(stores, account, stored);
  let undo = begunAt(now);
  const entries = await stores.journal.last(account, stored.run.id, Number.MAX_SAFE_INTEGER);
  for (const entry of entries) {
    const reversal = await reversalOf(entry, { stored, amended, assumed, later, work: { stores, account, now } });
    assume(reversal, assumed);
    undo = withReversal(undo, reversal);
  }
  return undo;
}

async function resultOf(
  { appointments, invites }: ReadStores,
  account: AccountId,
  { run, undo }: StoredRun,
  isRepeated: boolean,
): Promise<UndoneImport> {
  const { removed, restored, reasons, remaining } = undo ?? begunAt(run.uploadedAt);
  const idsOf = <Id>(kind: RemainingRecord["kind"]) =>
    remaining.flatMap((one) => (one.kind === kind ? [one.id as Id] : []));
  const [found, sent] = [
    await appointments.byIds(account, idsOf("appointment")),
    await invites.byIds(account, idsOf("invite")),
  ];
  const known = new Map<string, Pick<NamedRecord, "patientName" | "at">>([
    ...found.map((one) => [`appointment ${one.id}`, { patientName: one.patientName, at: one.at }] as const),
    ...sent.map((one) => [`invite ${one.id}`, { patientName: one.customerName, at: one.sentAt }] as const),
  ]);
  const named = remaining.map((one) => ({ ...one, ...(known.get(`${one.kind} ${one.id}`) ?? unknown) }));
  return { run: importRunItem(run), isRepeated, removed, restored, reasons, remaining: named };
}

const unknown = { patientName: null, at: null };

/** Maximum number of remaining records that an undo names. The counts include all of them. */
const maxNamed = 200;

/** Adds the effects of a reversal to the result of an undo. */
function withReversal(undo: RunUndo, { appointments, invites, remaining, effects }: Reversal): RunUndo {
  const isNamed = (one: (typeof remaining)[number]) =>
    undo.remaining.some(({ kind, id }) => kind === one.kind && id === one.id);
  const more = remaining.filter((one) => !isNamed(one));
  const reasons = { ...undo.reasons };
  for (const { reason } of more) reasons[reason] = (reasons[reason] ?? 0) + 1;
  return {
    ...undo,
    removed: {
      appointments: undo.removed.appointments + appointments.remove.length,
      invites: undo.removed.invites + invites.remove.length,
    },
    restored: {
      appointments: undo.restored.appointments + appointments.restore.length,
      invites: undo.restored.invites + invites.restore.length,
    },
    reasons,
    remaining: [...undo.remaining, ...more].slice(0, maxNamed),
    effects: {
      captured: undo.effects.captured + effects.captured,
      newPatients: undo.effects.newPatients + effects.newPatients,
      invites: undo.effects.invites + effects.invites,
    },
  };
}

/**
 * Undoes a run in transactions of up to 1,000 rows. Continues where an interrupted attempt ended. Does nothing unless
 * the undo of the run has begun (`StoredRun.undo`).
 */
export async function continueUndo(ports: Ports, account: AccountId, { run }: StoredRun): Promise<void> {
  const amended = nothingAssumed();
  let later: ChangedLater | undefined;
  for (;;) {
    const done = await ports.storage.transact(account, async (stores, now) => {
      const stored = await stores.importRuns.byId(account, run.id);
      if (!stored?.undo || stored.isComplete) return undefined;
      if (!later) await readAmended(stores, account, stored, amended);
      later ??= await changedLater(stores, account, stored);
      const work = await unitOfWork(stores, account, now);
      const [entry] = await stores.journal.last(account, run.id, 1);
      if (!entry || entry.step === journalSteps.amended) {
        const isLeft = await markErrors(stored, stored.undo, work);
        if (!isLeft) await complete(ports, stored, stored.undo, work);
        return isLeft ? emptyReversal() : undefined;
      }
      const reversal = await reversalOf(entry, { stored, amended, assumed: nothingAssumed(), later, work });
      await apply(reversal, work);
      await stores.journal.remove(account, [entry]);
      await stores.importRuns.save(account, { ...stored, undo: withReversal(stored.undo, reversal) });
      return reversal;
    });
    if (!done) return;
    const { remove, restore } = done.invites;
    if (remove.length > 0) await ports.inviteSender?.withdraw?.(account, remove);
    // An invite that was due before the import is not sent again.
    const planned = restore.filter((one) => isPlanned(one) && one.isWaiting);
    if (planned.length > 0) await ports.inviteSender?.schedule(account, planned);
  }
}

/** Reads the hashes of the records that a run changed after it had created them. */
async function readAmended(
  { journal }: Pick<ReadStores, "journal">,
  account: AccountId,
  { run }: StoredRun,
  amended: Assumed,
): Promise<void> {
  for (let after = { run: run.id, step: journalSteps.amended as JournalEntry["step"], position: -1 }; ;) {
    const [entry] = await journal.page(account, after, 1);
    if (entry?.run !== run.id || entry.step !== journalSteps.amended) return;
    const { appointments, invites } = JSON.parse(entry.body) as CreatedRecords;
    for (const [id, hash] of appointments) amended.appointments.set(id, hash);
    for (const [id, hash] of invites) amended.invites.set(id, hash);
    after = entry;
  }
}

/** Reads the ids of the records that later imports changed, from the journals of these imports. */
async function changedLater(
  { journal }: Pick<ReadStores, "journal">,
  account: AccountId,
  { run }: StoredRun,
): Promise<ChangedLater> {
  const later = { appointments: new Set<number>(), invites: new Set<number>() };
  const sets = { [journalSteps.appointments]: later.appointments, [journalSteps.invites]: later.invites } as const;
  let after: JournalPlace = { run: run.id, step: journalSteps.appointments, position: Number.MAX_SAFE_INTEGER };
  for (;;) {
    const entries = await journal.page(account, after, 10);
    for (const { step, body } of entries) {
      if (step !== journalSteps.appointments && step !== journalSteps.invites) continue;
      for (const { id } of JSON.parse(body) as readonly { readonly id: number }[]) sets[step].add(id);
    }
    const last = entries.at(-1);
    if (!last) return later;
    after = last;
  }
}

async function apply({ appointments, invites }: Reversal, work: UnitOfWork): Promise<void> {
  await storeAppointments(appointments.restore, work);
  await linkWaiting(
    appointments.restore.map(({ id }) => id),
    work,
  );
  const freed: FreedConversion[] = [];
  await removeAppointments(appointments.remove, work, freed);
  await linkFreed(freed, work);
  await removeInvites(invites.remove, work);
  await recordInvites(invites.restore, work);
}

const errorsAtOnce = 1_000;

/** Publishes the next error rows with the time of the undo. Returns false if there are no more. */
async function markErrors(stored: StoredRun, undo: RunUndo, { stores, account, now }: UnitOfWork): Promise<boolean> {
  const { id: run } = stored.run;
  const page = await stores.importErrors.page(account, { run, after: undo.errorsAfter, limit: errorsAtOnce });
  const last = page.at(-1);
  if (!last) return false;
  const rows = page.map(({ side, row, json }) => {
    const item = JSON.parse(json) as ImportErrorItem;
    return { side, row, item: { ...item, match_info: { ...item.match_info, undone_at: secondOf(undo.at) } } };
  });
  await stores.importErrors.save(account, run, rows);
  const texts = rows.map(({ side, item }) => ({ run, side, id: item.id, json: JSON.stringify(item) }));
  await publishErrors(texts, { stores, account, now });
  await stores.importRuns.save(account, { ...stored, undo: { ...undo, errorsAfter: last.id } });
  return true;
}

async function complete(
  { clock, operator }: Ports,
  stored: StoredRun,
  undo: RunUndo,
  { stores, account, now }: UnitOfWork,
): Promise<void> {
  for (;;) {
    const entries = await stores.journal.last(account, stored.run.id, 50);
    if (entries.length === 0) break;
    await stores.journal.remove(account, entries);
  }
  const run = afterUndo(stored.run, undo);
  await stores.importRuns.save(account, { ...stored, run, isComplete: true });
  await publishRuns([run], { stores, account, now });
  const { removed, restored } = undo;
  const rows = removed.appointments + removed.invites + restored.appointments + restored.invites;
  const origin = { importRun: run.id, connection: run.connection };
  await stores.audit.append(account, [byOperator({ at: clock(), action: "undo_import", rows, origin }, { operator })]);
}

/** Returns a run whose counters have only the effects that an undo left. The sums with skipped rows stay equal. */
function afterUndo(run: ImportRun, { at, effects }: RunUndo): ImportRun {
  const appointmentCaptured = Math.min(run.appointmentCaptured, effects.captured);
  const scheduledInvites = Math.min(run.scheduledInvites, effects.invites);
  return {
    ...run,
    appointmentCaptured,
    skippedAppointments: run.skippedAppointments + run.appointmentCaptured - appointmentCaptured,
    scheduledInvites,
    skippedInvites: run.skippedInvites + run.scheduledInvites - scheduledInvites,
    newPatients: Math.min(run.newPatients, effects.newPatients),
    undoneAt: at,
  };
}
