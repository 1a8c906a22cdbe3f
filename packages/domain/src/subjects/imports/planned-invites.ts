import { record, removeRecords } from "../../foundation/feed/publication.js";
import type { AccountId, InviteId } from "../../foundation/kernel/ids.js";
import type { Ports } from "../../foundation/kernel/storage.js";
import type { Instant } from "../../foundation/kernel/times.js";
import { unitOfWork, type UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import { invitePublication } from "../invites/invite-item.js";
import { type Invite, isDue, isPlanned } from "../invites/invite.js";
import { releaseInvites, renderOfInvites } from "../reviews/review-type.js";
import type { Changes } from "./journal.js";
import { invitesOfVisit, type Near, searchFor } from "./match.js";
import type { Contact } from "./stops.js";

/**
 * Stores and publishes new and changed invites, and publishes their reviews again. Returns the new and changed invites.
 */
export async function recordInvites(invites: readonly Invite[], work: UnitOfWork): Promise<readonly Invite[]> {
  const changed = await record(invitePublication, invites, work);
  await renderOfInvites(idsOf(changed), work);
  return changed;
}

/** Deletes invites and unlinks their reviews and NPS surveys. Returns the invites that existed. */
export async function removeInvites(ids: readonly InviteId[], work: UnitOfWork): Promise<readonly Invite[]> {
  const removed = await removeRecords(invitePublication, ids, work);
  await releaseInvites(idsOf(removed), work);
  return removed;
}

/** Correction of an invite, in the stored format of invites. `contacts` has the contacts of its appointment. */
export type InviteCorrection = {
  readonly invite: Invite;
  readonly visits: readonly string[];
  readonly contacts: readonly Contact[];
  readonly near: Near | undefined;
};

/** Planned invites that an import changed or deleted. */
export type ChangedInvites = { readonly corrected: readonly Invite[]; readonly withdrawn: readonly InviteId[] };

/**
 * Updates the invites of appointments that an import changed.
 *
 * For a planned invite, updates the patient, location and provider, and the planned time unless the invite is already
 * due. The recipient changes only if the appointment no longer has it. If the new recipient has another invite within the
 * minimum interval, deletes the invite instead. For a sent invite, updates only the visit key.
 */
export async function correctInvites(
  corrections: readonly InviteCorrection[],
  work: UnitOfWork,
  changes: Changes,
): Promise<ChangedInvites> {
  if (corrections.length === 0) return { corrected: [], withdrawn: [] };
  const found = await invitesOfVisits(
    corrections.flatMap(({ visits }) => visits),
    work,
  );
  const changed = corrections.flatMap((one) => correctionOf(one, found, work.now) ?? []);
  const moved = changed.filter(({ isMoved }) => isMoved);
  const invitedAlready = await invitedNear(moved, work);
  const invited = new Set(moved.filter((_, index) => invitedAlready[index]));
  const known = new Map([...found.values()].map((one) => [one.id, one]));
  const remaining = changed.flatMap((one) => (invited.has(one) ? [] : one.after));
  const recorded = await recordInvites(remaining, work);
  for (const one of recorded) changes.changedInvite(known.get(one.id) as Invite, one);
  const withdrawn = [...invited].map(({ after }) => after.id);
  for (const one of await removeInvites(withdrawn, work)) changes.changedInvite(one, undefined);
  return { corrected: recorded.filter(isPlanned), withdrawn };
}

/** Invite after a correction. `isMoved` is true if it goes to a recipient that it did not have before. */
type Corrected = { readonly after: Invite; readonly near: Near | undefined; readonly isMoved: boolean };

function correctionOf(
  { invite, visits, contacts, near }: InviteCorrection,
  found: ReadonlyMap<string, Invite>,
  now: Instant,
): Corrected | undefined {
  const all = visits.flatMap((visit) => found.get(visit) ?? []);
  const before = all.find(isPlanned) ?? all[0];
  if (!before) return undefined;
  const { visit } = invite;
  if (!isPlanned(before)) return { after: { ...before, visit }, near, isMoved: false };
  const isMoved = invite.sentTo !== before.sentTo && !contacts.includes(before.sentTo as Contact);
  const details = { ...detailsOf(invite), ...(isMoved && recipientOf(invite)) };
  return { after: { ...before, ...details, ...timeOf(isDue(before, now) ? before : invite), visit }, near, isMoved };
}

const noTime: Near = { after: 0 as Instant, until: 0 as Instant };

/** Returns for each invite whether its new recipient has another invite within the given time. */
async function invitedNear(moved: readonly Corrected[], { stores, account }: UnitOfWork): Promise<readonly boolean[]> {
  const searches = moved.map(({ after, near = noTime }) => searchFor(after.sentTo as Contact, near));
  const found = await stores.invites.latest(account, searches);
  const others: Invite[] = [];
  return moved.map(({ after, near }, index) => {
    const isNear = ({ sentTo, sentAt }: Invite) =>
      sentTo === after.sentTo && near !== undefined && sentAt > near.after && sentAt <= near.until;
    const isInvited = found[index] !== undefined || others.some(isNear);
    if (!isInvited) others.push(after);
    return isInvited;
  });
}

const detailsOf = ({ customerName, locationId, providerId, patientId }: Invite) => ({
  ...{ customerName, locationId, providerId, patientId },
});

const recipientOf = ({ type, sentTo, phone }: Invite) => ({ type, sentTo, phone });

const timeOf = ({ sentAt, isWaiting }: Invite) => ({ sentAt, isWaiting });

/** Returns the latest invite of each visit. Visits without an invite are absent. */
export async function invitesOfVisits(
  visits: readonly string[],
  { stores, account }: Pick<UnitOfWork, "stores" | "account">,
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

/**
 * Publishes all invites whose planned time has passed, in all accounts. Returns the number of invites. Several
 * processes can call this function at the same time.
 */
export function publishDueInvites(ports: Ports) {
  const { storage, clock } = ports;
  return async (isStopping: () => boolean = () => false): Promise<number> => {
    const failures: unknown[] = [];
    let published = 0;
    for (const account of await storage.invites.due(clock())) {
      try {
        published += await publishDueInvitesOf(ports, account, isStopping);
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
  { storage }: Ports,
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
