import { byOperator } from "../../foundation/audit/audit-record.js";
import type { AuditWriter } from "../../foundation/audit/audit-store.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import type { Instant } from "../../foundation/kernel/instant.js";
import { isLoading } from "../../foundation/loads/is-loading.js";
import type { LoadStore } from "../../foundation/loads/load-store.js";
import { suppress, type SuppressionStores } from "../../foundation/suppression/suppression.js";
import { type SettingStores, unitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import type { PersonalKind, RecordReads, RecordStores } from "../../subjects/record-types/record-types.js";
import { finishLoad } from "../bundle/finish-loads.js";
import type { StoringPorts } from "../bundle/load-ports.js";
import { findPerson, type FoundPerson } from "./find-person.js";
import { identityOf, type Person } from "./person.js";

/** Progress of an erasure: number of records searched. */
export type ErasureProgress = { readonly phase: "searching"; readonly rows: number };

export type ErasureOptions = {
  /** If true, reports the records about the person without erasing them. */
  readonly dryRun?: boolean;
  readonly onProgress?: (progress: ErasureProgress) => void;
};

/** Result of an erasure or a dry run. */
export type ErasureReport = {
  /** False for a dry run. */
  readonly erased: boolean;
  /** Number of records about the person, by kind. */
  readonly kinds: Readonly<Record<PersonalKind, number>>;
  /** Number of the person's identifiers. After the erasure, imports drop rows with any of these identifiers. */
  readonly suppressed: number;
  /** Number of the person's phone numbers and email addresses that were ignored because another patient has them too. */
  readonly sharedContacts: number;
  /** True if the write-ahead log of the database contains no erased data. Omitted in a dry run or without a log. */
  readonly scrubbed?: boolean;
};

type ErasureStores = RecordReads &
  RecordStores &
  SettingStores &
  SuppressionStores & { readonly loads: LoadStore; readonly audit: AuditWriter };

type ErasurePorts = StoringPorts<RecordReads, ErasureStores> & {
  readonly storage: { scrub?(): Promise<boolean> };
};

/** Deletes all staged lines of bundle loads that are still being checked. */
async function discardUndecided(loads: LoadStore, account: AccountId): Promise<void> {
  for (const name of await loads.abandoned(account, everything)) while ((await loads.discard(account, name)) > 0);
}

const everything = Number.MAX_SAFE_INTEGER as Instant;

/**
 * Erases all records of an account about a person, in one transaction.
 * Throws `invalid_person` if the request does not identify a person.
 */
export function erasePerson(ports: ErasurePorts) {
  const { storage, clock, secrets, operator } = ports;
  return async (account: AccountId, person: Person, options: ErasureOptions = {}): Promise<ErasureReport> => {
    const { dryRun = false, onProgress = () => {} } = options;
    const requested = identityOf(person);
    const onRows = (rows: number) => onProgress({ phase: "searching", rows });
    // Complete an accepted bundle load first. Otherwise, it would store data about the erased person later.
    await finishLoad(ports, account);
    if (dryRun) {
      return reportOf(await storage.read(account, (stores) => findPerson(stores, account, person, onRows)), false);
    }
    const erased = () =>
      storage.transact(account, async (stores, now) => {
        if (await isLoading(stores, account)) return undefined;
        // A load that is still being checked detects the deletion of its lines, and starts again.
        await discardUndecided(stores.loads, account);
        const found = await findPerson(stores, account, person, onRows);
        const work = await unitOfWork(stores, account, now);
        // Erase conversions before their appointments. Otherwise, each conversion would be matched to another appointment.
        for (const { erase } of [...found.records.values()].reverse()) await erase(work);
        await suppress(stores, secrets, account, requested, found.identity);
        const report = reportOf(found, true);
        const rows = Object.values(report.kinds).reduce((sum, count) => sum + count, 0);
        await stores.audit.append(account, [byOperator({ at: clock(), action: "erase_person", rows }, { operator })]);
        return report;
      });
    let report = await erased();
    for (; !report; report = await erased()) await finishLoad(ports, account);
    return { ...report, ...(storage.scrub && { scrubbed: await storage.scrub() }) };
  };
}

function reportOf({ identity, records, sharedContacts }: FoundPerson, erased: boolean): ErasureReport {
  const counts = [...records].map(([kind, { count }]) => [kind, count]);
  const kinds = Object.fromEntries(counts) as ErasureReport["kinds"];
  return { erased, kinds, suppressed: identity.patientIds.size + identity.contacts.size, sharedContacts };
}
