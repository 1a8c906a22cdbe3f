import { record, removeRecords } from "../../foundation/feed/publication.js";
import type { AccountId, InviteId } from "../../foundation/kernel/ids.js";
import type { Transactions } from "../../foundation/kernel/storage.js";
import type { Clock } from "../../foundation/kernel/times.js";
import { type SettingStores, unitOfWork, type UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import { invitePublication } from "../invites/invite-item.js";
import { type Invite, type InviteDirectory, isDue, isPlanned } from "../invites/invite.js";
import type { ReviewStores } from "../reviews/review-item.js";
import { releaseInvites, renderOfInvites } from "../reviews/review-type.js";
import type { RunStores } from "./import-run.js";
import type { Changes } from "./journal.js";
import { invitesOfVisit } from "./match.js";

/**
 * Stores and publishes new and changed invites, and publishes their reviews again. Returns the new and changed invites.
 */
export async function recordInvites(
  invites: readonly Invite[],
  work: UnitOfWork<ReviewStores>,
): Promise<readonly Invite[]> {
  const changed = await record(invitePublication, invites, work);
  await renderOfInvites(idsOf(changed), work);
  return changed;
}

/** Deletes invites and unlinks their reviews and NPS surveys. Returns the invites that existed. */
export async function removeInvites(
  ids: readonly InviteId[],
  work: UnitOfWork<ReviewStores>,
): Promise<readonly Invite[]> {
  const removed = await removeRecords(invitePublication, ids, work);
  await releaseInvites(idsOf(removed), work);
  return removed;
}

/** Correction of an invite, in the stored format of invites. */
export type InviteCorrection = { readonly invite: Invite; readonly visits: readonly string[] };

/**
 * Updates the invites of appointments that an import changed. Returns the changed planned invites.
 *
 * For a planned invite, updates the recipient, location and provider, and the planned time unless the invite is already
 * due. For a sent invite, updates only the visit key.
 */
export async function correctInvites(
  corrections: readonly InviteCorrection[],
  work: UnitOfWork<RunStores>,
  changes: Changes,
): Promise<readonly Invite[]> {
  const found = await invitesOfVisits(
    corrections.flatMap(({ visits }) => visits),
    work,
  );
  const corrected = corrections.flatMap(({ invite, visits }) => {
    const all = visits.flatMap((visit) => found.get(visit) ?? []);
    const before = all.find(isPlanned) ?? all[0];
    if (!before) return [];
    const { visit } = invite;
    if (!isPlanned(before)) return { ...before, visit };
    return { ...before, ...changesOf(invite), ...timeOf(isDue(before, work.now) ? before : invite), visit };
  });
  const known = new Map([...found.values()].map((one) => [one.id, one]));
  const changed = await recordInvites(corrected, work);
  for (const one of changed) changes.changedInvite(known.get(one.id) as Invite, one);
  return changed.filter(isPlanned);
}

const changesOf = ({ type, sentTo, phone, customerName, locationId, providerId, patientId }: Invite) => ({
  ...{ type, sentTo, phone, customerName, locationId, providerId, patientId },
});

const timeOf = ({ sentAt, isWaiting }: Invite) => ({ sentAt, isWaiting });

/** Returns the latest invite of each visit. Visits without an invite are absent. */
export async function invitesOfVisits(
  visits: readonly string[],
  { stores, account }: Pick<UnitOfWork<RunStores>, "stores" | "account">,
): Promise<ReadonlyMap<string, Invite>> {
  if (visits.length === 0) return new Map();
  const found = await stores.invites.latest(account, visits.map(invitesOfVisit));
  const ids = [...new Set(found.flatMap((invite) => invite?.id ?? []))];
  const known = new Map((await stores.invites.byIds(account, ids)).map((one) => [one.id, one]));
  return new Map(
    visits.flatMap((visit, index) => {
      const id = found[index]?.id;
      const invite = id === undefined ? undefined : known.get(id);
      return invite ? [[visit, invite] as const] : [];
    }),
  );
}

/** Maximum number of invites that are published in one transaction. */
const maxBatch = 1_000;

type DueStores = ReviewStores & SettingStores;

type DuePorts = { readonly storage: Transactions<DueStores> };

/**
 * Publishes all invites whose planned time has passed, in all accounts. Returns the number of invites. Several
 * processes can call this function at the same time.
 */
export function publishDueInvites({
  storage,
  clock,
}: {
  readonly storage: DuePorts["storage"] & { readonly invites: InviteDirectory };
  readonly clock: Clock;
}) {
  return async (isStopping: () => boolean = () => false): Promise<number> => {
    const failures: unknown[] = [];
    let published = 0;
    for (const account of await storage.invites.due(clock())) {
      try {
        published += await publishDueInvitesOf({ storage }, account, isStopping);
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
    return published;
  };
}

/** Publishes an account's invites whose planned time has passed. Returns the number of invites. */
export async function publishDueInvitesOf(
  { storage }: DuePorts,
  account: AccountId,
  isStopping: () => boolean = () => false,
): Promise<number> {
  for (let published = 0; ;) {
    if (isStopping()) return published;
    const count = await storage.transact(account, async (stores, now) => {
      const waiting = await stores.invites.waiting(account, { until: now, limit: maxBatch });
      const due = waiting.map((invite) => ({ ...invite, isWaiting: false }));
      if (due.length > 0) await recordInvites(due, await unitOfWork(stores, account, now));
      await stores.invites.noteNextDue(account);
      return due.length;
    });
    published += count;
    if (count < maxBatch) return published;
  }
}

const idsOf = (invites: readonly Invite[]) => invites.map(({ id }) => id);
