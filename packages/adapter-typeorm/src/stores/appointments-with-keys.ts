import { setImmediate } from "node:timers/promises";
import {
  type AccountId,
  type Appointment,
  type AppointmentId,
  type AppointmentKey,
  importKeysOf,
  matchKeyKinds,
} from "@repute/domain";
import type { Session, Value } from "../engine/session.js";
import { appointmentTable, digestOf } from "../tables/appointments.js";
import { found, lookupTable } from "../tables/lookup-table.js";
import { slices } from "../tables/slices.js";
import { withOneOf } from "./record-store.js";

/** Returns one appointment id per key. The id is undefined if no appointment has the key. */
export async function appointmentsWithKeys(
  session: Session,
  account: AccountId,
  keys: readonly AppointmentKey[],
): Promise<readonly (AppointmentId | undefined)[]> {
  const all = keys.map((key, ordinal) => ({ key, ordinal }));
  const [texts, digests] = [all.filter(({ key }) => isMatchKey(key)), all.filter(({ key }) => !isMatchKey(key))];
  const [byText, byDigest] = await Promise.all([
    withTexts(session, account, texts),
    withDigests(session, account, digests),
  ]);
  return keys.map((_, ordinal) => byText.get(ordinal) ?? byDigest.get(ordinal));
}

/** Lookup key with its index in the request. */
type Wanted = { readonly key: AppointmentKey; readonly ordinal: number };
type Found = Map<number, AppointmentId>;

const isMatchKey = ({ kind }: AppointmentKey): boolean => (matchKeyKinds as readonly string[]).includes(kind);

const withTexts = (session: Session, account: AccountId, wanted: readonly Wanted[]): Promise<Found> =>
  probe(session, account, {
    sql: withText(session),
    members: wanted.map(({ key: { kind, value }, ordinal }) => [ordinal, kind, value]),
  });

/**
 * Finds appointments by the digests of their keys. Skips appointments that have the same digest but a different key.
 */
async function withDigests(session: Session, account: AccountId, wanted: readonly Wanted[]): Promise<Found> {
  const ids: Found = new Map();
  let open = wanted.map(({ key, ordinal }) => ({ key, ordinal, digest: digestOf(key), after: 0 }));
  while (open.length > 0) {
    const members = open.map(({ ordinal, digest, after }) => [ordinal, digest, after]);
    const alike = await probe(session, account, { sql: withDigest(session), members });
    const records = await withOneOf(session, appointmentTable, account, "id", [...new Set(alike.values())]);
    const byId = new Map(records.map((one) => [one.id, one]));
    const others: typeof open = [];
    for (const one of open) {
      const id = alike.get(one.ordinal);
      if (id === undefined) continue;
      if (hasKey(byId.get(id), one.key)) ids.set(one.ordinal, id);
      else others.push({ ...one, after: id });
    }
    open = others;
  }
  return ids;
}

const hasKey = (appointment: Appointment | undefined, { kind, value }: AppointmentKey): boolean =>
  appointment !== undefined && importKeysOf(appointment).some((one) => one.kind === kind && one.value === value);

/** Maximum number of lookups per statement. The number is high because each lookup is fast. */
const maxProbes = 500;

type Probes = { readonly sql: string; readonly members: readonly (readonly Value[])[] };

/** Runs a lookup statement for many keys. Returns the appointment ids by the position of their key in `members`. */
async function probe(session: Session, account: AccountId, { sql, members }: Probes): Promise<Found> {
  const ids: Found = new Map();
  for (const slice of slices(members, () => 1, maxProbes)) {
    for (const { ordinal, id } of await session.query(sql, [account, JSON.stringify(slice)])) {
      ids.set(ordinal as number, id as AppointmentId);
    }
    await setImmediate();
  }
  return ids;
}

const withText = ({ dialect }: Session): string =>
  found(
    "id",
    `SELECT ordinal, (SELECT id FROM appointment_keys WHERE account_id = $1 AND kind = lookup.kind AND value = lookup.value
        ORDER BY last_name, form, at, id LIMIT 1) AS id
      FROM ${lookupTable(dialect, "$2", { ordinal: "integer", kind: "text", value: "text" })}`,
  );

const withDigest = ({ dialect }: Session): string =>
  found(
    "id",
    `SELECT ordinal, (SELECT id FROM appointment_digests WHERE account_id = $1 AND digest = lookup.digest
        AND id > lookup.after ORDER BY id LIMIT 1) AS id
      FROM ${lookupTable(dialect, "$2", { ordinal: "integer", digest: "integer", after: "integer" })}`,
  );
