import { sameValue } from "../../foundation/kernel/same-value.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import type { ImportConnection } from "./import-connection.js";
import type { ImportConnectionStore, StopStore } from "./import-stores.js";
import type { Contact, Stop } from "./stop.js";

export type ConnectionStores = { readonly importConnections: ImportConnectionStore };

export type StopStores = { readonly stops: StopStore };

/** Stores new and changed connections and returns them. */
export async function recordImportConnections(
  connections: readonly ImportConnection[],
  { stores, account }: UnitOfWork<ConnectionStores>,
): Promise<readonly ImportConnection[]> {
  const known = new Map((await stores.importConnections.all(account)).map((one) => [one.name, one]));
  const changed = connections.filter((one) => !sameValue(one, known.get(one.name)));
  await stores.importConnections.save(account, changed);
  return changed;
}

/** Deletes import connections by name. Returns the connections that existed. */
export async function removeImportConnections(
  names: readonly string[],
  { stores, account }: UnitOfWork<ConnectionStores>,
): Promise<readonly ImportConnection[]> {
  const found = (await stores.importConnections.all(account)).filter(({ name }) => names.includes(name));
  await stores.importConnections.remove(account, names);
  return found;
}

/** Stores new and changed opt-outs. Returns the new and changed opt-outs. */
export async function recordStops(
  stops: readonly Stop[],
  { stores, account }: UnitOfWork<StopStores>,
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

/** Deletes the opt-outs of these contacts. Returns the opt-outs that existed. */
export async function removeStops(
  contacts: readonly Contact[],
  { stores, account }: UnitOfWork<StopStores>,
): Promise<readonly Stop[]> {
  const found = await stores.stops.among(account, contacts);
  await stores.stops.remove(account, contacts);
  return found;
}
