import { parsePhone } from "../../foundation/kernel/contact-details.js";
import { isDomainError } from "../../foundation/kernel/domain-error.js";
import type { AccountId, CallId, InviteId } from "../../foundation/kernel/ids.js";
import type { Ports } from "../../foundation/kernel/storage.js";
import { readSuppression } from "../../foundation/records/personal-data.js";
import { type UnitOfWork, unitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import { callRecorder, erasedCallers } from "../calls/import-calls.js";
import { callTimeReader } from "../calls/tracked-call.js";
import { removeInvites } from "../imports/planned-invites.js";
import { readEvent, type ReadEvent, wishIn } from "./read-event.js";
import { type Tracker, type TrackerEvent, trackerSource } from "./tracker.js";

type WorkOptions = {
  /** Returns true to process no further events. */
  readonly isStopping?: () => boolean;
  /** Receives unexpected errors. After three of them, the event counts as unmapped. */
  readonly onError?: (error: unknown) => void;
};

const maxTries = 3;

/**
 * Processes the waiting events of all accounts, each in one unit of work. Returns the number of processed events. Several
 * processes may do this at the same time.
 */
export function workOnEvents(ports: Ports) {
  return async ({ isStopping = () => false, onError = () => {} }: WorkOptions = {}): Promise<number> => {
    const tryEvent = (account: AccountId, id: number): Promise<boolean> =>
      processEvent(ports, account, id).catch(async (error: unknown) => {
        onError(error);
        if (!isDomainError(error) || error.kind !== "unavailable") await noteFailure(ports, account, id);
        return false;
      });
    for (let processed = 0; ;) {
      const before = processed;
      for (const { account, id } of await ports.storage.trackers.waiting()) {
        if (!isStopping() && (await tryEvent(account, id))) processed += 1;
      }
      if (processed === before) return processed;
    }
  };
}

/** Result of processing an event. */
type Outcome = Pick<TrackerEvent, "state"> & Partial<TrackerEvent>;

/** Processes an event, unless it was processed already. Returns whether it did. */
async function processEvent(ports: Ports, account: AccountId, id: number): Promise<boolean> {
  const withdrawn: InviteId[] = [];
  const isDone = await ports.storage.transact(account, async (stores, now) => {
    const event = await stores.trackerEvents.byId(account, id);
    const tracker = event && (await stores.trackers.byId(account, event.tracker));
    if (event?.state !== "waiting" || !tracker) return false;
    const work = await unitOfWork(stores, account, now);
    const read = readEvent(tracker, event.body ?? {}, callTimeReader(work.timeZone));
    const outcome = await outcomeOf(ports, read, { event, tracker, work, withdrawn });
    // Only an unmapped event is needed again.
    const body = outcome.state === "unmapped" ? event.body : null;
    await stores.trackerEvents.save(account, { ...event, reason: null, ...outcome, body });
    const rows = outcome.state === "unmapped" ? null : Number(outcome.state === "stored");
    await stores.audit.addArrival(account, { source: trackerSource(tracker), at: now, rows });
    return true;
  });
  if (withdrawn.length > 0) await ports.inviteSender?.withdraw?.(account, withdrawn);
  return isDone;
}

type Processing = {
  readonly event: TrackerEvent;
  readonly tracker: Tracker;
  readonly work: UnitOfWork;
  /** Receives the planned invites that an opt-out deleted. */
  readonly withdrawn: InviteId[];
};

async function outcomeOf(ports: Ports, read: ReadEvent, processing: Processing): Promise<Outcome> {
  if ("ignored" in read) return { state: "ignored", reason: read.ignored };
  if ("unmapped" in read) return { state: "unmapped", reason: read.unmapped };
  const { stores, account } = processing.work;
  const isErased = erasedCallers(await readSuppression(stores, ports.secrets, account));
  if (isErased("call" in read ? read.call.fromNumber : read.from)) return { state: "ignored", reason: erased };
  return "call" in read ? storeCall(read, processing) : storeWish(read, processing);
}

const erased = "it is about an erased person";

/** Stores a call, unless an event that was sent later has changed the call already. */
async function storeCall(
  { call, rank }: Extract<ReadEvent, { call: unknown }>,
  { event, tracker, work }: Processing,
): Promise<Outcome> {
  const { stores, account } = work;
  const [known] = await stores.callIds.byNames(account, tracker.kind, [call.name]);
  const earlier = known ? await stores.trackerEvents.ofCall(account, tracker.id, call.name) : [];
  const isLater = (one: TrackerEvent): boolean =>
    one.rank > rank || (one.rank === rank && (one.sentAt ?? 0) > (event.sentAt ?? 0));
  const place = { rank, name: call.name, call: known?.id ?? null };
  if (earlier.some(isLater)) return { state: "ignored", reason: "a later event of the call came first", ...place };
  await (
    await callRecorder(tracker.kind, work)
  )([call]);
  const [stored] = await stores.callIds.byNames(account, tracker.kind, [call.name]);
  return { state: "stored", ...place, call: stored?.id as CallId };
}

/** Begins or ends the opt-out of a phone number. The planned invites to a number that opts out are deleted. */
async function storeWish(
  { text, from }: Extract<ReadEvent, { text: unknown }>,
  { event, work, withdrawn }: Processing,
): Promise<Outcome> {
  const { stores, account } = work;
  const [wish, contact] = [wishIn(text), parsePhone(from)];
  if (!wish) return { state: "ignored", reason: "the text message begins or ends no opt-out" };
  if (contact === null) return { state: "ignored", reason: "the sender of the text message is no phone number" };
  const [known] = await stores.stops.among(account, [contact]);
  if (wish === "start") {
    await stores.stops.remove(account, [contact]);
    return { state: "stored", reason: "ended an opt-out" };
  }
  if (!known) await stores.stops.save(account, [{ contact, since: event.receivedAt }]);
  const planned = await stores.invites.planned(account, [{ kind: "phone", value: contact }]);
  for (const { id } of await removeInvites(
    planned.map(({ id }) => id),
    work,
  ))
    withdrawn.push(id);
  return { state: "stored", reason: "began an opt-out" };
}

const noteFailure = ({ storage }: Ports, account: AccountId, id: number): Promise<void> =>
  storage.transact(account, async ({ trackerEvents }) => {
    const event = await trackerEvents.byId(account, id);
    if (event?.state !== "waiting") return;
    const tries = event.tries + 1;
    const failed = { state: "unmapped" as const, reason: "an unexpected error occurred; the log has the details" };
    await trackerEvents.save(account, { ...event, tries, ...(tries >= maxTries && failed) });
  });
