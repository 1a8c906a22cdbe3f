import { sameValue } from "../../foundation/kernel/same-value.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import type { ImportConnection } from "./import-connection.js";
import type { ImportConnectionStore, StopStore } from "./import-stores.js";
import type { Stop } from "./stop.js";

export type ImportTermStores = { readonly importConnections: ImportConnectionStore; readonly stops: StopStore };

/** Stores new and changed import connections. Returns the new and changed connections. */
export async function recordImportConnections(
  connections: readonly ImportConnection[],
  { stores, account }: UnitOfWork<ImportTermStores>,
): Promise<readonly ImportConnection[]> {
  const known = new Map((await stores.importConnections.all(account)).map((one) => [one.name, one]));
  const changed = connections.filter((one) => !sameValue(one, known.get(one.name)));
  await stores.importConnections.save(account, changed);
  return changed;
}

/** Stores new and changed opt-outs. Returns the new and changed opt-outs. */
export async function recordStops(
  stops: readonly Stop[],
  { stores, account }: UnitOfWork<ImportTermStores>,
): Promise<readonly Stop[]> {
  const among = await stores.stops.among(
    account,
    stops.map(({ contact }) => contact),
  );
  const known = new Map(among.map((one) => [one.contact, one]));
  const changed = stops.filter((one) => !sameValue(one, known.get(one.contact)));
  await stores.stops.save(account, changed);
  return changed;
}
