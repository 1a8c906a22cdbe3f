import { createDomain } from "../domain.js";
import { type AccountSettings, defaultSettings } from "../foundation/accounts/account.js";
import type { Location, Message, Provider } from "../foundation/catalog/catalog.js";
import { memoryInviteSender, memoryPorts, stillClock } from "../memory/memory-ports.js";
import type { Ports } from "../ports.js";
import type { Appointment } from "../subjects/appointments/appointment.js";
import { defaultConnection, type ImportConnection } from "../subjects/imports/import-connection.js";
import { importErrorRows } from "../subjects/imports/import-item.js";
import type { ImportErrorRow, ImportOptions } from "../subjects/imports/import-run.js";
import type { ImportRow } from "../subjects/imports/source-system.js";
import type { Stop } from "../subjects/imports/stops.js";
import type { Invite } from "../subjects/invites/invite.js";
import { type ParseOptions, parsePatientFile } from "../subjects/patient-surveys/parse-patient-file.js";
import {
  type PatientFileItem,
  type PatientWarningItem,
  rowOfWarning,
} from "../subjects/patient-surveys/patient-file.js";
import { listPatientFiles, patientWarnings } from "../subjects/patient-surveys/patient-files.js";
import type { CahpsType, PatientRow, PatientSource } from "../subjects/patient-surveys/patient-rows.js";
import { aLocation, aProvider, at, importFileOf, locationId, patientFileOf, patientTexts } from "./builders.js";
import { addAccount } from "./fresh-storage.js";

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

type Texts = PatientRow["texts"];

/** Creates a practice in memory on 2026-06-01, with two locations. */
export async function patientPractice() {
  const clock = stillClock(at("2026-06-01T12:00:00Z"));
  const ports = memoryPorts({ clock });
  const account = await addAccount(ports.storage, "acme");
  const annex = aLocation({ id: locationId(2), name: "Annex", externalIds: ["L-2"] });
  await ports.storage.transact(account, ({ catalog }) => catalog.save(account, { locations: [aLocation(), annex] }));
  const parse = (source: PatientSource, options: ParseOptions = {}) =>
    parsePatientFile(ports)(account, source, options);
  async function warningsOf(fileId: number): Promise<readonly PatientWarningItem[]> {
    const found: PatientWarningItem[] = [];
    for await (const some of patientWarnings(ports)(account, fileId)) found.push(...some);
    return found;
  }
  /**
   * Parses rows of different patients and returns the findings.
   * Cells that are not given get default values, which have no findings.
   */
  async function judge(type: CahpsType, texts: readonly Texts[], options: ParseOptions = {}) {
    const rows = texts.map((some, index) => ({ texts: patientTexts(type, { ...apart(index), ...some }) }));
    const { item } = await parse(patientFileOf(type, rows), options);
    const warnings = await warningsOf(item.file_id);
    return warnings.flatMap((warning) => {
      const { discovered_defects: defects = [], warnings: others = [] } = warning.notes;
      const format = (kind: string, { code, field, text }: (typeof defects)[number]) =>
        `${rowOfWarning(warning)} ${kind} ${code} ${field ?? "-"}: ${text}`;
      return [...defects.map((one) => format("defect", one)), ...others.map((one) => format("warning", one))];
    });
  }
  return {
    ...{ ports, account, clock, parse, warningsOf, judge },
    async files(): Promise<readonly PatientFileItem[]> {
      const range = { start_date: "2026-01-01", end_date: "2026-12-31" };
      const { read } = await listPatientFiles({ ...ports, rendered: async () => {} })(account, range);
      const items: PatientFileItem[] = [];
      for await (const { json } of read()) {
        items.push(...(JSON.parse(`[${new TextDecoder("utf-8", { fatal: true }).decode(json)}]`) as PatientFileItem[]));
      }
      return items;
    },
  };
}

const apart = (index: number): Texts => ({
  patient_id: `MRN-${index}`,
  visit_id: `V-${index}`,
  address_1: `${index + 1} Elm St`,
  phone: `(801) 555-01${String(index).padStart(2, "0")}`,
  email: `cal${index}@example.com`,
});

/** Creates a domain with the memory adapter, a stopped clock, and two accounts. */
export async function twoAccounts() {
  const clock = stillClock();
  const ports = memoryPorts({ clock });
  const domain = createDomain(ports);
  const { id: acme } = await domain.accounts.create({ key: "acme", name: "Acme" });
  const { id: zenith } = await domain.accounts.create({ key: "zenith", name: "Zenith" });
  return { clock, ports, domain, acme, zenith };
}

export type TwoAccounts = Awaited<ReturnType<typeof twoAccounts>>;
