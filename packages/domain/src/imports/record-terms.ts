import { sameValue } from "../kernel/same-value.js";
import type { Rendering } from "../feed/publication.js";
import type { ImportConnection } from "./import-connection.js";
import type { Stop } from "./stop.js";

/** Stores connections that are new or different; answers these. */
export async function recordImportConnections(
  connections: readonly ImportConnection[],
  { stores, account }: Pick<Rendering, "stores" | "account">,
): Promise<readonly ImportConnection[]> {
  const known = new Map((await stores.importConnections.all(account)).map((one) => [one.name, one]));
  const changed = connections.filter((one) => !sameValue(one, known.get(one.name)));
  await stores.importConnections.save(account, changed);
  return changed;
}

/** Stores stops that are new or different; answers these. */
export async function recordStops(
  stops: readonly Stop[],
  { stores, account }: Pick<Rendering, "stores" | "account">,
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
