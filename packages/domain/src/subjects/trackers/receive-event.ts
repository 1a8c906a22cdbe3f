import type { Issuer } from "../../foundation/access/access-ports.js";
import { DomainError, invalid, notFound, unavailable } from "../../foundation/kernel/domain-error.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import type { JsonObject } from "../../foundation/kernel/json.js";
import type { Ports } from "../../foundation/kernel/storage.js";
import { day, type Instant, minute, plus } from "../../foundation/kernel/times.js";
import { callTimeReader } from "../calls/tracked-call.js";
import type { Signed, SignedRequest, Tracker, TrackerId, TrackerKind } from "./tracker.js";
import { eventPath, keysOf } from "./trackers.js";

/** Event as it arrived. */
export type ReceivedEvent = Omit<SignedRequest, "url"> & {
  /** Query of the URL, without the question mark. */
  readonly query: string;
  /** Parses the body. */
  readonly read: () => Promise<JsonObject>;
};

/**
 * Maximum age of an event. CallRail signs the time of the call, not the time of sending, and reports changes of old calls.
 * Within this time, a repeated event is recognized by its content.
 */
const maxAge: Readonly<Record<TrackerKind, number>> = {
  ...{ callrail: 30 * day, calltrackingmetrics: 30 * day, twilio: 30 * day },
  generic: 5 * minute,
};

/** Maximum time by which the clock of a call tracker may be ahead. */
const maxAhead = 5 * minute;

/** Maximum number of waiting events of an account. */
const maxWaiting = 10_000;

/**
 * Stores events of call trackers. The work on an event begins later.
 *
 * `find` throws `tracker_not_found`. `receive` also throws `invalid_signature`, `invalid_event`, `event_expired` and
 * `too_many_events`. A repeated event is stored only once.
 */
export function receiveEvents(ports: Ports, issuer: Issuer) {
  const { storage, secrets, clock } = ports;
  const listeners = new Set<() => void>();

  /** Returns the tracker with an id and its account, if it accepts events. */
  async function find(id: string): Promise<{ readonly account: AccountId; readonly tracker: Tracker }> {
    keysOf(ports);
    const account = await storage.trackers.ownerOf(id as TrackerId);
    const tracker = account && (await storage.read(account, ({ trackers }) => trackers.byId(account, id as TrackerId)));
    if (!account || !tracker || tracker.removedAt !== null) throw noTracker();
    return { account, tracker };
  }

  async function receive(id: string, { query, read, ...request }: ReceivedEvent): Promise<{ kind: TrackerKind }> {
    const { account, tracker } = await find(id);
    const base = issuer.address();
    const url = base && `${base}${eventPath(id)}${query && `?${query}`}`;
    const valid = tracker.keys.filter(({ until }) => until === null || until > clock());
    const sealed = valid.map((one) => one.sealed);
    const signed = keysOf(ports).verify(tracker, sealed, { ...request, url });
    if (!signed) throw new DomainError("unauthenticated", "invalid_signature", "the signature is not valid");
    const body = await read();
    const sentAt = await signedTime(account, tracker, signed, body);
    const digest = secrets.sha256(`${id} ${signed.id ?? JSON.stringify(body)}`);
    await storage.transact(account, async ({ trackers, trackerEvents, ids }, receivedAt) => {
      const current = await trackers.byId(account, tracker.id);
      if (!current || current.removedAt !== null) throw noTracker();
      if (await trackerEvents.withDigest(account, digest)) return;
      if ((await trackerEvents.waiting(account)) >= maxWaiting)
        throw unavailable("too_many_events", "too many events wait to be processed; send the event again later");
      await trackerEvents.save(account, {
        ...{ id: (await ids.greatest(account, "trackerEvents")) + 1, tracker: tracker.id, receivedAt },
        ...{ digest, sentAt, state: "waiting", reason: null, body, name: null, call: null, rank: 0, tries: 0 },
      });
    });
    listeners.forEach((listener) => listener());
    return tracker;
  }

  /** Returns the time that the tracker signed. Throws if it is missing, long ago or in the future. */
  async function signedTime(
    account: AccountId,
    { kind }: Tracker,
    signed: Signed,
    body: JsonObject,
  ): Promise<Instant | null> {
    const { timeZone } = await storage.read(account, ({ settings }) => settings.read(account));
    const written = String(body["timestamp"]);
    const at = kind === "callrail" ? callTimeReader(timeZone)(written) : (signed.at as Instant | undefined);
    if (at === undefined && kind === "callrail") throw invalid("invalid_event", "the event must have a timestamp");
    const now = clock();
    if (at !== undefined && (at < plus(now, -maxAge[kind]) || at > plus(now, maxAhead)))
      throw invalid("event_expired", "the signed time of the event is too far from the current time");
    return at ?? null;
  }

  return {
    find,
    receive,
    /** Registers a listener that is called after each stored event. Returns a function that removes the listener. */
    listen(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

const noTracker = () => notFound("tracker_not_found", "no tracker has this id");
