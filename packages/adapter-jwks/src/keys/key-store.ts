import type { KeyObject } from "node:crypto";
import { setMaxListeners } from "node:events";
import type { Clock, Instant, KeyHolder } from "@repute/domain";
import { type KeysUnavailable, unreachable } from "../keys-unavailable.js";
import type { FetchKeySet } from "./fetch-key-set.js";
import { fetchSlots } from "./fetch-slots.js";
import { freshFor } from "./fresh-for.js";
import { type KeySet, readKeySet } from "./key-set.js";
import { withinTime } from "./time-limit.js";

/**
 * Returns the keys with a kid, or `undefined` if the partner has no such key.
 * Throws `KeysUnavailable` if there is no usable key set.
 */
export type KeyStore = (
  client: KeyHolder,
  kid: string,
  /** Keys that an earlier call returned and that failed to verify the signature. They may be outdated. */
  rejected?: readonly KeyObject[],
) => Promise<readonly KeyObject[] | undefined>;

export type KeyStoreOptions = {
  readonly clock: Clock;
  readonly fetch: FetchKeySet;
  /** Signal that aborts all pending fetches. */
  readonly closing: AbortSignal;
  readonly limits?: FetchLimits;
};

/** Timeouts in milliseconds: `turn` for the wait for a free slot, and `fetch` for the fetch itself. */
type FetchLimits = { readonly fetch: number; readonly turn: number };

type Held = { readonly keys: KeySet; readonly fetchedAt: Instant; readonly freshFor: number };

/** Cached keys and fetch state of one registered client. */
type Shelf = {
  readonly url: string;
  held?: Held | undefined;
  attemptedAt?: Instant;
  failure?: KeysUnavailable | undefined;
  fetching?: Promise<void> | undefined;
};

const second = 1_000;
const usualLimits: FetchLimits = { fetch: 2.5 * second, turn: 5 * second };
const pause = 30 * second;
const maxStale = 3_600 * second;
const atOnce = 4;

/**
 * Caches the key set of each client.
 * A set is fetched again when it is stale or lacks a kid.
 * Fetches for a missing kid are at least 30 seconds apart, to protect the partner's host from requests with invented
 * kids.
 * While the host fails, the cached keys are used for up to one hour.
 */
export function keyStore({ clock, fetch, closing, limits = usualLimits }: KeyStoreOptions): KeyStore {
  const shelves = new Map<string, Shelf>();
  const slots = fetchSlots(atOnce);
  // Remove the limit on listeners: every running fetch adds a listener, and a fetch can run for each client at the same
  // time.
  setMaxListeners(0, closing);

  function shelfOf({ clientId, jwkUrl }: KeyHolder): Shelf {
    const known = shelves.get(clientId);
    if (known !== undefined && known.url === jwkUrl) return known;
    const shelf = { url: jwkUrl };
    shelves.set(clientId, shelf);
    return shelf;
  }

  async function attempt(shelf: Shelf): Promise<void> {
    const host = URL.canParse(shelf.url) ? new URL(shelf.url).hostname : "";
    try {
      await withinTime(limits.turn, closing, (waiting) => slots(host, waiting, () => fill(shelf)));
    } catch (error) {
      shelf.failure = unreachable(error);
      // If the partner's new key set is unusable, drop the cached keys, because the partner no longer publishes them.
      if (shelf.failure.reason === "set_refused") shelf.held = undefined;
    } finally {
      shelf.fetching = undefined;
    }
  }

  async function fill(shelf: Shelf): Promise<void> {
    const fetchedAt = (shelf.attemptedAt = clock());
    const answer = await withinTime(limits.fetch, closing, (signal) => fetch(shelf.url, signal));
    shelf.held = { keys: await readKeySet(answer.body), fetchedAt, freshFor: freshFor(answer) };
    shelf.failure = undefined;
  }

  return async (client, kid, rejected) => {
    const shelf = shelfOf(client);
    if (shouldAsk(shelf, kid, rejected, clock())) await (shelf.fetching ??= attempt(shelf));
    const keys = keysOn(shelf, kid, clock());
    if (!keys && shelf.failure) throw shelf.failure;
    return keys;
  };
}

function shouldAsk(shelf: Shelf, kid: string, rejected: readonly KeyObject[] | undefined, now: Instant): boolean {
  const { held, attemptedAt, failure, fetching } = shelf;
  const keys = held?.keys.get(kid);
  const isMissing = keys === undefined || keys === rejected;
  if (held && !isMissing && isWithin(held.fetchedAt, held.freshFor, now)) return false;
  if (fetching || !isWithin(attemptedAt, pause, now)) return true;
  return !isMissing && !failure;
}

const keysOn = ({ held }: Shelf, kid: string, now: Instant): readonly KeyObject[] | undefined =>
  held && isWithin(held.fetchedAt, maxStale, now) ? held.keys.get(kid) : undefined;

/**
 * True if less than `span` milliseconds have passed since `since`.
 * False if `since` is in the future, so that setting the clock back does not extend the life of old keys.
 */
const isWithin = (since: Instant | undefined, span: number, now: Instant): boolean =>
  since !== undefined && now >= since && now - since < span;
