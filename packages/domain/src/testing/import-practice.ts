import { createDomain } from "../domain.js";
import { type AccountSettings, defaultSettings } from "../foundation/accounts/account.js";
import type { Location, Message, Provider } from "../foundation/catalog/catalog.js";
import { memoryInviteSender } from "../memory/memory-invite-sender.js";
import { memoryPorts, stillClock } from "../memory/memory-ports.js";
import type { Ports } from "../ports.js";
import type { Appointment } from "../subjects/appointments/appointment.js";
import { defaultConnection, type ImportConnection } from "../subjects/imports/import-connection.js";
import { importErrorRows } from "../subjects/imports/import-item.js";
import type { ImportErrorRow, ImportOptions } from "../subjects/imports/import-run.js";
import type { ImportRow } from "../subjects/imports/rows.js";
import type { Stop } from "../subjects/imports/stops.js";
import type { Invite } from "../subjects/invites/invite.js";
import { aLocation, aProvider, at } from "./builders.js";
import { addAccount } from "./fresh-storage.js";
import { importFileOf } from "./import-builders.js";

type Practice = {
  readonly settings?: Partial<AccountSettings>;
  readonly locations?: readonly Location[];
  readonly providers?: readonly Provider[];
  readonly messages?: readonly Message[];
  readonly connection?: Partial<ImportConnection>;
  readonly others?: readonly ImportConnection[];
  readonly stops?: readonly Stop[];
  readonly invites?: readonly Invite[];
  readonly appointments?: readonly Appointment[];
};

/** Creates a practice in memory on 2026-06-01, with one location, one provider and the import connection `main`. */
export async function importPractice(practice: Practice = {}) {
  const clock = stillClock(at("2026-06-01T12:00:00Z"));
  const inviteSender = memoryInviteSender();
  const ports: Ports & { readonly inviteSender: typeof inviteSender } = {
    ...memoryPorts({ clock, inviteSender }),
    inviteSender,
  };
  const account = await addAccount(ports.storage, "acme", practice.settings ?? {});
  const { locations = [aLocation()], providers = [aProvider()], messages = [] } = practice;
  const connection = { ...defaultConnection, name: "main", ...practice.connection };
  await ports.storage.transact(account, async (stores) => {
    await stores.settings.save(account, { ...defaultSettings, ...practice.settings });
    await stores.catalog.save(account, { locations, providers, messages });
    await stores.importConnections.save(account, [connection, ...(practice.others ?? [])]);
    await stores.stops.save(account, practice.stops ?? []);
    await stores.invites.save(account, practice.invites ?? []);
    await stores.appointments.save(account, practice.appointments ?? []);
  });
  const run = (rows: readonly Partial<ImportRow>[], options: ImportOptions = {}) =>
    createDomain(ports).imports.run(account, importFileOf(rows), { connection: "main", ...options });
  async function errorsOf(importId: number): Promise<readonly ImportErrorRow[]> {
    const found: ImportErrorRow[] = [];
    for await (const errors of importErrorRows(ports)(account, importId)) found.push(...errors);
    return found;
  }
  return {
    ports,
    account,
    clock,
    /** Imports rows in one run. */
    run,
    errorsOf,
    /** Imports rows. Returns each error row as a string with its row number, side, type and level. */
    async judge(rows: readonly Partial<ImportRow>[], options: ImportOptions = {}): Promise<readonly string[]> {
      const errors = await errorsOf((await run(rows, options)).import_id);
      return errors.map(({ row, side, item }) => `${row} ${side} ${item.error_type} ${item.error_level}`);
    },
  };
}
