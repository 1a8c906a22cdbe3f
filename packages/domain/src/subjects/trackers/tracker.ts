import type { AccountId, Brand, CallId } from "../../foundation/kernel/ids.js";
import type { JsonObject } from "../../foundation/kernel/json.js";
import { pagesOf, type IdPage } from "../../foundation/kernel/storage.js";
import { day, type Instant, plus } from "../../foundation/kernel/times.js";
import { contactsIn, factsFrom, foundByRows } from "../../foundation/records/personal-data.js";
import type { RecordType } from "../../foundation/records/record-type.js";
import { callTrackers } from "../calls/call.js";

/** Random id in the path to which a call tracker sends its events. */
export type TrackerId = Brand<string, "TrackerId">;

/** Kinds of trackers: the supported call trackers, and any other system that signs its events. */
export const trackerKinds = [...callTrackers, "generic"] as const;
export type TrackerKind = (typeof trackerKinds)[number];

/** Values of an event that a mapping can find. */
export const mappedValues = [
  ...["id", "from", "to", "at", "source", "medium", "campaign", "channel", "direction", "text"],
] as const;

/** JSON pointers to the values in the events of a generic tracker. */
export type Mapping = Readonly<Partial<Record<(typeof mappedValues)[number], string>>>;

/** Encrypted key of a tracker. `until` is the time when an earlier key stops working. */
export type TrackerKey = { readonly sealed: string; readonly until: Instant | null };

/** Connection over which a call tracker sends events. */
export type Tracker = {
  readonly id: TrackerId;
  /** Name for operators, unique among the trackers of an account that were not removed. */
  readonly name: string;
  readonly kind: TrackerKind;
  /** Keys that may sign events, newest first. */
  readonly keys: readonly TrackerKey[];
  /** Mapping of a generic tracker. */
  readonly mapping: Mapping | null;
  readonly createdAt: Instant;
  /** Time from which events are refused. Events that were accepted before are still processed. */
  readonly removedAt: Instant | null;
};

/** Returns the name of a tracker as a source of data. */
export const trackerSource = ({ name }: Pick<Tracker, "name">): string => `tracker ${name}`;

/** States of an event: to be processed, stored as a call or an opt-out, without effect, or not understood. */
export const eventStates = ["waiting", "stored", "ignored", "unmapped"] as const;
export type EventState = (typeof eventStates)[number];

/** Event that a call tracker sent. */
export type TrackerEvent = {
  readonly id: number;
  readonly tracker: TrackerId;
  readonly receivedAt: Instant;
  /** Hash by which a repeated event is recognized. */
  readonly digest: string;
  /** Time that the call tracker signed. */
  readonly sentAt: Instant | null;
  readonly state: EventState;
  /** Why the event was ignored or could not be mapped. Contains no value of the event. */
  readonly reason: string | null;
  /** Content, as long as the event waits or is unmapped. */
  readonly body: JsonObject | null;
  /** Id of the call in the call tracker, and the call that the event created or changed. */
  readonly name: string | null;
  readonly call: CallId | null;
  /** 1 if the event reports a change of a call that has ended, otherwise 0. */
  readonly rank: number;
  /** Number of attempts to process the event that failed unexpectedly. */
  readonly tries: number;
};

export interface TrackerStore {
  byId(account: AccountId, id: TrackerId): Promise<Tracker | undefined>;
  /** Returns the trackers of an account, in order of creation. */
  all(account: AccountId): Promise<Tracker[]>;
  /** Inserts or replaces a tracker by id. */
  save(account: AccountId, tracker: Tracker): Promise<void>;
  remove(account: AccountId, id: TrackerId): Promise<void>;
}

/** Number of a tracker's events in one state, and the time when the latest of them was received. */
export type EventCount = {
  readonly tracker: TrackerId;
  readonly state: EventState;
  readonly count: number;
  readonly last: Instant;
};

export interface TrackerEventStore {
  byId(account: AccountId, id: number): Promise<TrackerEvent | undefined>;
  withDigest(account: AccountId, digest: string): Promise<TrackerEvent | undefined>;
  /** Returns the processed events of a call, by its id in the call tracker, in any order. */
  ofCall(account: AccountId, tracker: TrackerId, name: string): Promise<TrackerEvent[]>;
  /** Returns up to `limit` events of a tracker with an id below `before`, newest first. */
  page(account: AccountId, tracker: TrackerId, before: number, limit: number): Promise<TrackerEvent[]>;
  /** Returns up to `limit` events of all trackers with an id above `after`, oldest first. */
  next(account: AccountId, page: IdPage): Promise<TrackerEvent[]>;
  counts(account: AccountId): Promise<EventCount[]>;
  /** Returns the number of waiting events. */
  waiting(account: AccountId): Promise<number>;
  /** Inserts or replaces an event by id. */
  save(account: AccountId, event: TrackerEvent): Promise<void>;
  remove(account: AccountId, ids: readonly number[]): Promise<void>;
  /** Deletes events that were received before a time. */
  forget(account: AccountId, before: Instant): Promise<void>;
}

/** Finds trackers and events in all accounts. */
export interface TrackerDirectory {
  /** Returns the account of a tracker. Returns `undefined` if the id is unknown or the account is disabled. */
  ownerOf(id: TrackerId): Promise<AccountId | undefined>;
  /**
   * Returns up to 100 waiting events of enabled accounts: the earliest of each account, then the second of each, and so on.
   * So no account has to wait for the many events of another.
   */
  waiting(): Promise<readonly { readonly account: AccountId; readonly id: number }[]>;
}

/** Request with an event. */
export type SignedRequest = {
  readonly body: Uint8Array;
  /** True if the body is a URL-encoded form. Otherwise, it is JSON. */
  readonly isForm: boolean;
  /** Public URL of the request, from the configuration and never from the request. Absent without a base URL. */
  readonly url?: string | undefined;
  /** Returns a header, or an empty string if it is absent or repeated. */
  header(name: string): string;
};

/** Values that a valid signature covers: the signed time in milliseconds, and the signed id. */
export type Signed = { readonly at?: number; readonly id?: string };

/** Encrypts the keys of trackers, and verifies signatures with them. */
export interface TrackerKeys {
  /** Encrypts a key. Throws `invalid_tracker_key` if trackers of the kind have no such keys. */
  seal(kind: TrackerKind, id: TrackerId, key: string): Promise<string>;
  /** Verifies that one of the sealed keys signed a request. Returns `undefined` if none did. */
  verify(tracker: Pick<Tracker, "kind" | "id">, sealed: readonly string[], request: SignedRequest): Signed | undefined;
}

/** Number of days for which events are listed, and for which content that could not be mapped is kept. */
const eventDays = { listed: 90, content: 30 };

const pageSize = 500;

/** Returns the strings and numbers in a JSON value, at any depth. */
const textsIn = (value: unknown): readonly string[] =>
  typeof value === "object" && value !== null
    ? Object.values(value).flatMap(textsIn)
    : typeof value === "string" || typeof value === "number"
      ? [String(value)]
      : [];

/** Record type for events of call trackers. Every night, old events and removed trackers are deleted. */
export const trackerEventType: RecordType<"tracker_event"> = {
  kind: "tracker_event",
  async expire({ trackers, trackerEvents }, account, now) {
    await trackerEvents.forget(account, plus(now, -eventDays.listed * day));
    for await (const some of pagesOf(pageSize, (page) => trackerEvents.next(account, page))) {
      for (const event of some) {
        if (event.body === null || event.receivedAt >= plus(now, -eventDays.content * day)) continue;
        const reason = event.reason ?? "was not processed in time";
        await trackerEvents.save(account, { ...event, state: "unmapped", reason, body: null });
      }
    }
    const used = new Set((await trackerEvents.counts(account)).map(({ tracker }) => tracker));
    for (const { id, removedAt } of await trackers.all(account)) {
      if (removedAt !== null && !used.has(id)) await trackers.remove(account, id);
    }
  },
  ofPerson: foundByRows(
    async function* (stores, account) {
      for await (const some of pagesOf(pageSize, (page) => stores.trackerEvents.next(account, page))) {
        yield some.map((event) => ({
          key: event.id,
          facts: factsFrom(null, contactsIn(textsIn(event.body))),
          owner: event.call,
          record: event,
        }));
      }
    },
    (ids, { stores, account }) => stores.trackerEvents.remove(account, ids),
    "call",
  ),
};
