import type { AccountId, CallId } from "../../foundation/kernel/ids.js";
import type { IdReader } from "../../foundation/records/id-reader.js";
import type { CallIdStore, CallTracker } from "./call-id-store.js";

/** First call id that Repute assigns. Bundles contain only lower call ids. */
const first = 1_000_000_000_001;

/**
 * Returns Repute's call id for each of a call tracker's own ids (`names`).
 * A new name permanently gets the next free call id.
 */
export async function callIds(
  { callIds: store, ids }: { readonly callIds: CallIdStore; readonly ids: IdReader },
  account: AccountId,
  tracker: CallTracker,
  names: readonly string[],
): Promise<ReadonlyMap<string, CallId>> {
  const wanted = [...new Set(names)];
  const known = new Map((await store.byNames(account, tracker, wanted)).map(({ name, id }) => [name, id]));
  const unknown = wanted.filter((name) => !known.has(name));
  if (unknown.length === 0) return known;
  const next = Math.max(first, (await ids.greatest(account, "calls")) + 1);
  const added = unknown.map((name, index) => ({ name, id: (next + index) as CallId }));
  await store.add(account, tracker, added);
  return new Map([...known, ...added.map(({ name, id }) => [name, id] as const)]);
}
