import { byOperator } from "../../foundation/accounts/audit-trail.js";
import { conflict, invalid, notFound } from "../../foundation/kernel/domain-error.js";
import { base64url } from "../../foundation/kernel/encodings.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import { maxLabelLength } from "../../foundation/kernel/line-fields.js";
import type { Ports, ReadStores, Stores } from "../../foundation/kernel/storage.js";
import { isPlainText } from "../../foundation/kernel/text.js";
import { day, type Instant, isoInstant, plus } from "../../foundation/kernel/times.js";
import { parseMapping } from "./read-event.js";
import {
  type EventState,
  eventStates,
  type Mapping,
  type Tracker,
  type TrackerEvent,
  type TrackerId,
  type TrackerKey,
  type TrackerKeys,
  type TrackerKind,
  trackerKinds,
  trackerSource,
} from "./tracker.js";

export type NewTracker = {
  readonly name: string;
  readonly kind: TrackerKind;
  /** Key with which the call tracker signs events. */
  readonly key: string;
  /** JSON pointers to the values in events, for a generic tracker. */
  readonly mapping?: unknown;
};

/** Tracker as operators see it. */
export type TrackerItem = {
  readonly id: string;
  readonly name: string;
  readonly kind: TrackerKind;
  /** Path that receives events. */
  readonly path: string;
  readonly created_at: string;
  /** Time until which events with the earlier key are accepted. */
  readonly earlier_key_until: string | null;
  readonly mapping: Mapping | null;
  readonly last_event_at: string | null;
  readonly events: Readonly<Record<EventState, number>>;
};

/** Event as operators see it, without its content. */
export type TrackerEventItem = {
  readonly id: number;
  readonly received_at: string;
  readonly state: EventState;
  readonly reason: string | null;
  readonly conversion: string | null;
};

export const eventPath = (id: string): string => `/v1/trackers/${id}/events`;

const idBytes = 16;

/**
 * Creates a tracker and returns it with its path. Throws `tracker_exists`, `invalid_tracker_name`, `invalid_tracker_key`
 * and `invalid_mapping`.
 */
export function createTracker(ports: Ports) {
  const { storage, secrets } = ports;
  return async (account: AccountId, { name, kind, key, mapping }: NewTracker): Promise<TrackerItem> => {
    if (!trackerKinds.includes(kind)) throw new TypeError(`the kind must be one of ${trackerKinds.join(", ")}`);
    if (!isPlainText(name) || name.trim() === "" || name.length > maxLabelLength)
      throw invalid("invalid_tracker_name", `the name must have 1 to ${maxLabelLength} characters without line breaks`);
    const id = base64url(secrets.randomBytes(idBytes)) as TrackerId;
    const sealed = await keysOf(ports).seal(kind, id, key);
    const tracker = { id, name, kind, keys: [{ sealed, until: null }], mapping: mappingOf(kind, mapping) };
    return storage.transact(account, async (stores, now) => {
      if (await named(stores, account, name)) throw conflict("tracker_exists", "a tracker has this name");
      return changed(ports, account, "create_tracker", { ...tracker, createdAt: now, removedAt: null })(stores);
    });
  };
}

export function keysOf({ trackerKeys }: Pick<Ports, "trackerKeys">): TrackerKeys {
  if (trackerKeys) return trackerKeys;
  throw notFound("trackers_off", "this service does not receive events of call trackers");
}

function mappingOf(kind: TrackerKind, mapping: unknown): Mapping | null {
  if (mapping === undefined) return null;
  if (kind === "generic") return parseMapping(mapping);
  throw invalid("invalid_mapping", "only generic trackers have a mapping");
}

/** Saves a tracker with an audit record, and returns it as operators see it. */
const changed =
  (ports: Ports, account: AccountId, action: string, tracker: Tracker) =>
  async (stores: Stores): Promise<TrackerItem> => {
    await stores.trackers.save(account, tracker);
    const record = byOperator({ at: ports.clock(), action, subject: `tracker ${tracker.name}` }, ports);
    await stores.audit.append(account, [record]);
    return itemOf(stores, account, tracker);
  };

async function named(
  { trackers }: Pick<ReadStores, "trackers">,
  account: AccountId,
  name: string,
): Promise<Tracker | undefined> {
  return (await trackers.all(account)).find((one) => one.removedAt === null && one.name === name);
}

async function known(stores: Pick<ReadStores, "trackers">, account: AccountId, name: string): Promise<Tracker> {
  const tracker = await named(stores, account, name);
  if (tracker) return tracker;
  throw notFound("tracker_not_found", "the account has no tracker with this name");
}

async function itemOf(
  { trackerEvents }: Pick<ReadStores, "trackerEvents">,
  account: AccountId,
  { id, name, kind, keys, mapping, createdAt }: Tracker,
): Promise<TrackerItem> {
  const counts = (await trackerEvents.counts(account)).filter(({ tracker }) => tracker === id);
  const countOf = (state: EventState): number => counts.find((one) => one.state === state)?.count ?? 0;
  const last = Math.max(...counts.map((one) => one.last)) as Instant;
  const until = keys[1]?.until ?? null;
  return {
    ...{ id, name, kind, path: eventPath(id), created_at: isoInstant(createdAt) },
    earlier_key_until: until && isoInstant(until),
    mapping,
    last_event_at: counts.length > 0 ? isoInstant(last) : null,
    events: Object.fromEntries(eventStates.map((state) => [state, countOf(state)])) as TrackerItem["events"],
  };
}

/** Lists the trackers of an account, oldest first. */
export const listTrackers =
  ({ storage }: Ports) =>
  (account: AccountId): Promise<readonly TrackerItem[]> =>
    storage.read(account, async (stores) => {
      const items: TrackerItem[] = [];
      for (const one of await stores.trackers.all(account))
        if (one.removedAt === null) items.push(await itemOf(stores, account, one));
      return items;
    });

/** Number of days for which the earlier key is accepted after a rotation. */
const overlap = 7;

/**
 * Gives a tracker a new key, and accepts the earlier key for 7 more days. Throws `tracker_not_found` and
 * `invalid_tracker_key`.
 */
export function rotateTracker(ports: Ports) {
  return async (account: AccountId, name: string, key: string): Promise<TrackerItem> => {
    const { id, kind } = await ports.storage.read(account, (stores) => known(stores, account, name));
    const sealed = await keysOf(ports).seal(kind, id, key);
    return ports.storage.transact(account, async (stores, now) => {
      const tracker = await known(stores, account, name);
      const earlier = tracker.keys.slice(0, 1).map((one): TrackerKey => ({ ...one, until: plus(now, overlap * day) }));
      const keys = [{ sealed, until: null }, ...earlier];
      return changed(ports, account, "rotate_tracker", { ...tracker, keys })(stores);
    });
  };
}

/**
 * Removes a tracker, so that its path accepts no more events. Events that were accepted before are still processed, and
 * calls stay. Throws `tracker_not_found`.
 */
export const removeTracker =
  (ports: Ports) =>
  (account: AccountId, name: string): Promise<TrackerItem> =>
    ports.storage.transact(account, async (stores, now) => {
      const tracker = await known(stores, account, name);
      await stores.audit.forgetSource(account, trackerSource(tracker));
      return changed(ports, account, "remove_tracker", { ...tracker, keys: [], removedAt: now })(stores);
    });

/** Maximum number of events that `trackerEvents` returns. */
const maxEvents = 100;

/** Returns a tracker and its latest 100 events, newest first. Throws `tracker_not_found`. */
export const showTracker =
  ({ storage }: Ports) =>
  (account: AccountId, name: string) =>
    storage.read(account, async (stores) => {
      const tracker = await known(stores, account, name);
      const events = await stores.trackerEvents.page(account, tracker.id, Number.MAX_SAFE_INTEGER, maxEvents);
      return { tracker: await itemOf(stores, account, tracker), events: events.map(eventItem) };
    });

const eventItem = ({ id, receivedAt, state, reason, call }: TrackerEvent): TrackerEventItem => ({
  ...{ id, received_at: isoInstant(receivedAt), state, reason },
  conversion: call === null ? null : `call-${call}`,
});

/**
 * Lets a tracker's unmapped events be processed again, for example with another mapping. Returns their number. Throws
 * `tracker_not_found` and `invalid_mapping`.
 */
export const retryEvents =
  (ports: Ports) =>
  (account: AccountId, name: string, wanted?: unknown): Promise<number> =>
    ports.storage.transact(account, async (stores) => {
      const tracker = await known(stores, account, name);
      const mapping = wanted === undefined ? tracker.mapping : mappingOf(tracker.kind, wanted);
      await changed(ports, account, "retry_tracker", { ...tracker, mapping })(stores);
      let count = 0;
      for (let before = Number.MAX_SAFE_INTEGER; ;) {
        const some = await stores.trackerEvents.page(account, tracker.id, before, maxEvents);
        for (const event of some.filter(({ state, body }) => state === "unmapped" && body !== null)) {
          await stores.trackerEvents.save(account, { ...event, state: "waiting", reason: null, tries: 0 });
          count += 1;
        }
        before = some.at(-1)?.id ?? 0;
        if (some.length < maxEvents) return count;
      }
    });
