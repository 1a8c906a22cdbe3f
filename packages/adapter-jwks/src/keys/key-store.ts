import type { KeyObject } from "node:crypto";
import { setMaxListeners } from "node:events";
import type { Clock, Instant, KeyHolder } from "@repute/domain";
import type { KeysUnavailable } from "../keys-unavailable.js";
import { unreachable } from "../keys-unavailable.js";
import type { FetchKeySet } from "./fetch-key-set.js";
import { fetchSlots } from "./fetch-slots.js";
import { freshFor } from "./fresh-for.js";
import type { KeySet } from "./key-set.js";
import { readKeySet } from "./key-set.js";
import { withinTime } from "./time-limit.js";

/** The keys with a kid; `undefined` where the partner has none. Throws `KeysUnavailable` where the set cannot be had. */
export type KeyStore = (
  client: KeyHolder,
  kid: string,
  /** Keys from here that turned out to be no good: the partner may have others by now. */
  rejected?: readonly KeyObject[],
) => Promise<readonly KeyObject[] | undefined>;

export type KeyStoreOptions = {
  readonly clock: Clock;
  readonly fetch: FetchKeySet;
  /** Ends every attempt that is under way. */
  readonly closing: AbortSignal;
  readonly limits?: FetchLimits;
};

/** How many milliseconds a fetch may take in all, and how many it may wait for its turn before. */
type FetchLimits = { readonly fetch: number; readonly turn: number };

type Held = { readonly keys: KeySet; readonly fetchedAt: Instant; readonly freshFor: number };

/** What is known of one client's keys. There are as many as clients that were ever registered. */
type Shelf = {
  readonly url: string;
  held?: Held | undefined;
  attemptedAt?: Instant;
  /** Of the last attempt, if it failed. */
  failure?: KeysUnavailable | undefined;
  fetching?: Promise<void> | undefined;
};

const second = 1_000;
const usualLimits: FetchLimits = { fetch: 2.5 * second, turn: 5 * second };
const pause = 30 * second;
const longestStale = 3_600 * second;
const atOnce = 4;

/**
 * Keeps each client's whole set. It is asked for again when it is no longer fresh, and when a key is missing from it,
 * but for that at most once in 30 seconds, so that invented kids cost the partner's host next to nothing. While the host
 * fails, the keys it last had are served, until they are an hour old.
 */
export function keyStore({ clock, fetch, closing, limits = usualLimits }: KeyStoreOptions): KeyStore {
  const shelves = new Map<string, Shelf>();
  const slots = fetchSlots(atOnce);
  // Every attempt listens to it, and there may be one for each client.
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
      // What the partner published last is what counts, also when it is nothing that can be used.
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
  held && isWithin(held.fetchedAt, longestStale, now) ? held.keys.get(kid) : undefined;

/** Nothing is within a time that begins in the future: a clock that was set back must not keep old keys. */
const isWithin = (since: Instant | undefined, span: number, now: Instant): boolean =>
  since !== undefined && now >= since && now - since < span;
