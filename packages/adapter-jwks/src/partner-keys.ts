import type { KeyObject } from "node:crypto";
import { setMaxListeners } from "node:events";
import type { Clock, Instant, KeyHolder, PartnerKeys, SignatureVerdict } from "@repute/domain";
import { verify } from "jsonwebtoken";
import { type FetchKeySet, type KeySet, type KeySetAnswer, readKeySet } from "./key-set.js";
import { KeysUnavailable, unreachable } from "./keys-unavailable.js";

type Signed = { readonly kid: string; readonly text: string };

/** Verifies partners' signatures with the keys from a key store. */
export function jwksPartnerKeys(store: KeyStore, checkUrl: PartnerKeys["checkUrl"]): PartnerKeys {
  return {
    checkUrl,
    verify: (client, assertion) =>
      judge(store, client, assertion).catch((error: unknown) => {
        if (error instanceof KeysUnavailable) return { ok: false, reason: error.reason, detail: error.detail };
        throw error;
      }),
  };
}

async function judge(store: KeyStore, client: KeyHolder, { kid, text }: Signed): Promise<SignatureVerdict> {
  const keys = await store(client, kid);
  if (!keys) return { ok: false, reason: "unknown_kid" };
  if (isSignedByOneOf(keys, text)) return { ok: true };
  // Fetch the keys again if no key matches, because some partners publish a new key under an existing kid.
  const newer = await store(client, kid, keys);
  const signed = newer !== undefined && newer !== keys && isSignedByOneOf(newer, text);
  return signed ? { ok: true } : { ok: false, reason: "bad_signature" };
}

const isSignedByOneOf = (keys: readonly KeyObject[], text: string): boolean =>
  keys.slice(0, maxTried).some((key) => isSignedBy(key, text));

/** True if a key verifies a signature. False if the signature is wrong or the token is malformed. */
function isSignedBy(key: KeyObject, text: string): boolean {
  try {
    // Ignore the times in the token, because the caller has already checked them.
    verify(text, key, { algorithms: ["RS384"], ignoreExpiration: true, ignoreNotBefore: true });
    return true;
  } catch {
    return false;
  }
}

const maxTried = 4;

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

type KeyStoreOptions = {
  readonly clock: Clock;
  readonly fetch: FetchKeySet;
  /** Signal that aborts all pending fetches. */
  readonly closing: AbortSignal;
  readonly limits?: FetchLimits;
};

/** Timeouts in milliseconds: `turn` for the wait for a free slot, and `fetch` for the fetch itself. */
type FetchLimits = { readonly fetch: number; readonly turn: number };

/**
 * Caches the key set of each client.
 * A set is fetched again when it is stale or lacks a kid.
 * Fetches for a missing kid are at least 30 seconds apart, to protect the partner's host from requests with invented
 * kids.
 * While the host fails, the cached keys are used for up to one hour.
 */
export function keyStore({ clock, fetch, closing, limits = usualLimits }: KeyStoreOptions): KeyStore {
  const shelves = new Map<string, Shelf>();
  const slots = fetchSlots(fetchesAtOnce);
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

/** Cached keys and fetch state of one registered client. */
type Shelf = {
  readonly url: string;
  held?: Held | undefined;
  attemptedAt?: Instant;
  failure?: KeysUnavailable | undefined;
  fetching?: Promise<void> | undefined;
};

type Held = { readonly keys: KeySet; readonly fetchedAt: Instant; readonly freshFor: number };

function shouldAsk(shelf: Shelf, kid: string, rejected: readonly KeyObject[] | undefined, now: Instant): boolean {
  const { held, attemptedAt, failure, fetching } = shelf;
  const keys = held?.keys.get(kid);
  const isMissing = keys === undefined || keys === rejected;
  if (held && !isMissing && isWithin(held.fetchedAt, held.freshFor, now)) return false;
  if (fetching || !isWithin(attemptedAt, refetchPause, now)) return true;
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

const second = 1_000;

const usualLimits: FetchLimits = { fetch: 2.5 * second, turn: 5 * second };

const refetchPause = 30 * second;

const maxStale = 3_600 * second;

const fetchesAtOnce = 4;

/** Returns how long a key set stays fresh, in milliseconds: 10 minutes, or less if Cache-Control requires it. */
export function freshFor({ cacheControl = "", age = "" }: Omit<KeySetAnswer, "body">): number {
  const directives = cacheControl.toLowerCase().split(",");
  const allowed = directives.map((directive) => allowedBy(directive.trim()));
  // Subtract the time that the response spent in caches.
  const used = /^\d{1,9}$/.test(age) ? Number(age) : 0;
  return Math.max(0, Math.min(maxFreshness, (Math.min(...allowed) - used) * second));
}

/**
 * Returns the freshness lifetime in seconds that one Cache-Control directive allows.
 * An invalid `max-age` counts as 0.
 */
function allowedBy(directive: string): number {
  const [name = "", value = ""] = directive.split("=").map((part) => part.trim());
  if (name === "no-store" || name === "no-cache") return 0;
  if (name !== "max-age") return Infinity;
  return /^"?\d{1,9}"?$/.test(value) ? Number(value.replaceAll('"', "")) : 0;
}

const maxFreshness = 600 * second;

/** Runs a function for a host when a slot is free. Rejects if the signal aborts before the function starts. */
type FetchSlots = <T>(host: string, signal: AbortSignal, work: () => Promise<T>) => Promise<T>;

/** Creates slots that run at most `atOnce` functions at a time, and at most one function per host. */
export function fetchSlots(atOnce: number): FetchSlots {
  const busy = new Set<string>();
  const queue = new Set<WaitingFetch>();

  function startNext(): void {
    for (const waiting of queue) {
      if (busy.size === atOnce) return;
      if (busy.has(waiting.host)) continue;
      busy.add(waiting.host);
      queue.delete(waiting);
      waiting.start();
    }
  }

  const turn = (host: string, signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      signal.throwIfAborted();
      const waiting = { host, start };
      function start(): void {
        signal.removeEventListener("abort", leave);
        resolve();
      }
      function leave(): void {
        queue.delete(waiting);
        reject(signal.reason);
      }
      signal.addEventListener("abort", leave);
      queue.add(waiting);
      startNext();
    });

  return async (host, signal, work) => {
    await turn(host, signal);
    try {
      return await work();
    } finally {
      busy.delete(host);
      startNext();
    }
  };
}

type WaitingFetch = { readonly host: string; start(): void };

/** Runs a function with a signal that aborts after a number of milliseconds or when `closing` aborts. */
async function withinTime<T>(
  milliseconds: number,
  closing: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const end = () => limit.abort();
  const timer = setTimeout(end, milliseconds);
  closing.addEventListener("abort", end);
  if (closing.aborted) end();
  try {
    return await work(limit.signal);
  } finally {
    clearTimeout(timer);
    closing.removeEventListener("abort", end);
  }
}
