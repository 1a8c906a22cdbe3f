import { removeAppointments } from "../../subjects/appointments/remove-appointments.js";
import { byOperator } from "../../foundation/audit/audit-record.js";
import type { AuditWriter } from "../../foundation/audit/audit-store.js";
import { finishLoad } from "../bundle/finish-loads.js";
import type { StoringPorts } from "../bundle/load-ports.js";
import { isLoading } from "../../foundation/loads/is-loading.js";
import type { LoadStore } from "../../foundation/loads/load-store.js";
import type { CallRemovalStores } from "../../subjects/calls/remove-calls.js";
import { removeCalls } from "../../subjects/calls/remove-calls.js";
import { removeRecords } from "../../foundation/feed/remove-records.js";
import type { KeptResponseStore } from "../../foundation/idempotency/kept-response-store.js";
import type { ImportErrorStore, StagedRowStore, StopStore } from "../../subjects/imports/import-stores.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import type { Instant } from "../../foundation/kernel/instant.js";
import type { PatientWarningStore } from "../../subjects/patient-surveys/patient-file-stores.js";
import { removeInvites } from "../../subjects/imports/record-invites.js";
import type { ReviewStores } from "../../subjects/reviews/review-publications.js";
import { npsSurveyPublication, reviewPublication } from "../../subjects/reviews/review-publications.js";
import { removeSubmissions } from "../../subjects/submissions/remove-submissions.js";
import type { SubmissionStores } from "../../subjects/submissions/submission-stores.js";
import type { SurveyResponseStores } from "../../subjects/surveys/survey-response-publication.js";
import { surveyResponsePublication } from "../../subjects/surveys/survey-response-publication.js";
import type { SuppressionStores } from "../../foundation/suppression/suppression.js";
import { suppress } from "../../foundation/suppression/suppression.js";
import type { SettingStores, UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import { unitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import { eraseRows } from "./erase-rows.js";
import type { FindingStores, FoundPerson } from "./find-person.js";
import { findPerson } from "./find-person.js";
import type { Person } from "./person.js";
import { identityOf } from "./person.js";

/** How far an erasure is: how many rows were looked at. */
export type ErasureProgress = { readonly phase: "searching"; readonly rows: number };

export type ErasureOptions = {
  /** Find everything, take nothing out. */
  readonly dryRun?: boolean;
  readonly onProgress?: (progress: ErasureProgress) => void;
};

/** What of a person was found, and, unless it was a dry run, is gone: by kind, how many. */
export type ErasureReport = {
  readonly erased: boolean;
  readonly kinds: Readonly<Record<ErasedKind, number>>;
  /** Identifiers of the person that imports drop from now on, or would. */
  readonly suppressed: number;
  /** Numbers and addresses of the person that another patient has too: by these nothing was found. */
  readonly sharedContacts: number;
  /** Whether the database's own log is empty of it; absent in a dry run, and where the log cannot be reached. */
  readonly scrubbed?: boolean;
};

const erasedKinds = {
  appointment: "appointments",
  invite: "invites",
  review: "reviews",
  nps_survey: "npsSurveys",
  survey_response: "surveyResponses",
  call: "calls",
  submission: "submissions",
  import_error: "importErrors",
  staged_row: "stagedRows",
  patient_survey_warning: "patientWarnings",
  stop: "stops",
  kept_response: "keptResponses",
} as const satisfies Record<string, keyof FoundPerson>;

type ErasedKind = keyof typeof erasedKinds;

type ErasureStores = FindingStores &
  SettingStores &
  SuppressionStores &
  CallRemovalStores &
  SubmissionStores &
  ReviewStores &
  SurveyResponseStores & {
    readonly stops: StopStore;
    readonly importErrors: ImportErrorStore;
    readonly stagedRows: StagedRowStore;
    readonly loads: LoadStore;
    readonly patientWarnings: PatientWarningStore;
    readonly keptResponses: KeptResponseStore;
    readonly audit: AuditWriter;
  };

type ErasurePorts = StoringPorts<FindingStores, ErasureStores> & {
  readonly storage: { scrub?(): Promise<boolean> };
};

/** Removes all lines that were staged for loads without a decision. */
async function discardUndecided(loads: LoadStore, account: AccountId): Promise<void> {
  for (const name of await loads.abandoned(account, everything)) while ((await loads.discard(account, name)) > 0);
}

const everything = Number.MAX_SAFE_INTEGER as Instant;

/** Takes a person out of everything that an account has, as one unit of work; what names nobody is `invalid_person`. */
export function erasePerson(ports: ErasurePorts) {
  const { storage, clock, secrets, operator } = ports;
  return async (account: AccountId, person: Person, options: ErasureOptions = {}): Promise<ErasureReport> => {
    const { dryRun = false, onProgress = () => {} } = options;
    const asked = identityOf(person);
    const onRows = (rows: number) => onProgress({ phase: "searching", rows });
    // What a load has decided counts as stored, so that the person is found in it.
    await finishLoad(ports, account);
    if (dryRun) {
      return reportOf(await storage.read(account, (stores) => findPerson(stores, account, person, onRows)), false);
    }
    const erased = () =>
      storage.transact(account, async (stores, now) => {
        if (await isLoading(stores, account)) return undefined;
        // A load that is still being checked notices that its lines are gone, and checks its bundle again.
        await discardUndecided(stores.loads, account);
        const found = await findPerson(stores, account, person, onRows);
        await erase(found, await unitOfWork(stores, account, now));
        await suppress(stores, secrets, account, asked, found.identity);
        const { kinds } = reportOf(found, true);
        const rows = Object.values(kinds).reduce((sum, count) => sum + count, 0);
        await stores.audit.append(account, [byOperator({ at: clock(), action: "erase_person", rows }, { operator })]);
        return reportOf(found, true);
      });
    let report = await erased();
    for (; !report; report = await erased()) await finishLoad(ports, account);
    return { ...report, ...(storage.scrub && { scrubbed: await storage.scrub() }) };
  };
}

/** Calls and submissions go before their appointments, so that nothing looks for another one; the person's own reviews before invites. */
async function erase(found: FoundPerson, work: UnitOfWork<ErasureStores>): Promise<void> {
  await inPages(found.calls, (ids) => removeCalls(ids, work));
  await inPages(found.submissions, (ids) => removeSubmissions(ids, work));
  await inPages(found.appointments, (ids) => removeAppointments(ids, work, []));
  await inPages(found.reviews, (ids) => removeRecords(reviewPublication, ids, work));
  await inPages(found.npsSurveys, (ids) => removeRecords(npsSurveyPublication, ids, work));
  await inPages(found.surveyResponses, (ids) => removeRecords(surveyResponsePublication, ids, work));
  await inPages(found.invites, (ids) => removeInvites(ids, work));
  await eraseRows(found, work);
}

const pageSize = 1_000;

async function inPages(ids: ReadonlySet<number>, remove: (ids: readonly never[]) => Promise<unknown>): Promise<void> {
  const all = [...ids];
  for (let start = 0; start < all.length; start += pageSize)
    await remove(all.slice(start, start + pageSize) as never[]);
}

function reportOf(found: FoundPerson, erased: boolean): ErasureReport {
  const counts = Object.entries(erasedKinds).map(([kind, name]) => {
    const all = found[name];
    return [kind, typeof all === "number" ? all : "size" in all ? all.size : all.length];
  });
  const kinds = Object.fromEntries(counts) as Record<ErasedKind, number>;
  const suppressed = found.identity.patientIds.size + found.identity.contacts.size;
  return { erased, kinds, suppressed, sharedContacts: found.sharedContacts };
}
