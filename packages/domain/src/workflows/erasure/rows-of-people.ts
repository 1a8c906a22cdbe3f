import type { AppointmentStore } from "../../subjects/appointments/appointment-store.js";
import type { ConversionStore } from "../../subjects/conversions/conversion-store.js";
import type { RecordPage } from "../../foundation/feed/record-store.js";
import type { ImportErrorStore, ImportRunStore } from "../../subjects/imports/import-stores.js";
import type { ImportSide } from "../../subjects/imports/error-types.js";
import type { ImportErrorItem } from "../../subjects/imports/import-items.js";
import type { InviteStore } from "../../subjects/invites/invite-store.js";
import type { AccountId, ImportRunId, PatientFileId } from "../../foundation/kernel/ids.js";
import type { PatientWarningItem } from "../../subjects/patient-surveys/patient-file-items.js";
import type { PatientFileStore, PatientWarningStore } from "../../subjects/patient-surveys/patient-file-stores.js";
import type { SubmissionStore } from "../../subjects/submissions/submission-store.js";
import type { SurveyResponseStore } from "../../subjects/surveys/survey-response-store.js";
import type { Facts } from "../../foundation/records/record-type.js";
import {
  factsOfAppointment,
  factsOfConversion,
  factsOfError,
  factsOfInvite,
  factsOfResponse,
  factsOfSubmission,
  factsOfWarning,
} from "./facts.js";

/** Stores with records about people. */
export type PeopleStores = {
  readonly appointments: Pick<AppointmentStore, "page">;
  readonly invites: Pick<InviteStore, "page">;
  readonly surveyResponses: Pick<SurveyResponseStore, "page">;
  readonly conversions: Pick<ConversionStore, "page">;
  readonly submissions: Pick<SubmissionStore, "page">;
  readonly importRuns: Pick<ImportRunStore, "page" | "incomplete">;
  readonly importErrors: Pick<ImportErrorStore, "page">;
  readonly patientFiles: Pick<PatientFileStore, "page">;
  readonly patientWarnings: Pick<PatientWarningStore, "page">;
};

/** A record with the data that identifies its person. */
export type RowOfPerson = { readonly facts: Facts } & (
  | { readonly kind: "appointment" | "invite" | "survey_response" | "submission"; readonly id: number }
  | {
      readonly kind: "call_conversion" | "submission_conversion";
      readonly id: number;
      readonly appointment: number | null;
    }
  | { readonly kind: "import_error"; readonly id: number; readonly run: ImportRunId; readonly side: ImportSide }
  | { readonly kind: "patient_warning"; readonly id: number; readonly file: PatientFileId }
);

const pageSize = 1_000;
/** Page size for rows that are stored as JSON and may be large. */
const smallPage = 100;

/** Reads all records of an account that identify a person, in pages. Appointments come first. */
export async function* rowsOfPeople(stores: PeopleStores, account: AccountId): AsyncGenerator<readonly RowOfPerson[]> {
  const { appointments, invites, surveyResponses, submissions, conversions } = stores;
  yield* recordRows("appointment", (page) => appointments.page(account, page), factsOfAppointment);
  yield* recordRows("invite", (page) => invites.page(account, page), factsOfInvite);
  yield* recordRows("survey_response", (page) => surveyResponses.page(account, page), factsOfResponse);
  yield* recordRows("submission", (page) => submissions.page(account, page), factsOfSubmission);
  for (const kind of ["call", "submission"] as const) {
    for await (const some of pagesOf((page) => conversions.page(account, kind, page))) {
      yield some.map((one) => ({
        ...{ kind: `${kind}_conversion` as const, id: one.id },
        ...{ appointment: one.appointmentId, facts: factsOfConversion(one) },
      }));
    }
  }
  yield* errorRows(stores, account);
  yield* warningRows(stores, account);
}

type PlainKind = "appointment" | "invite" | "survey_response" | "submission";

async function* recordRows<R extends { readonly id: number }>(
  kind: PlainKind,
  page: (page: RecordPage) => Promise<readonly R[]>,
  factsOf: (record: R) => Facts,
): AsyncGenerator<readonly RowOfPerson[]> {
  for await (const some of pagesOf(page)) yield some.map((one) => ({ kind, id: one.id, facts: factsOf(one) }));
}

async function* pagesOf<R extends { readonly id: number }>(
  page: (page: RecordPage) => Promise<readonly R[]>,
  limit = pageSize,
): AsyncGenerator<readonly R[]> {
  for (let after = 0; ;) {
    const some = await page({ after, limit });
    yield some;
    after = some.at(-1)?.id ?? after;
    if (some.length < limit) return;
  }
}

async function* errorRows(
  { importRuns, importErrors }: PeopleStores,
  account: AccountId,
): AsyncGenerator<readonly RowOfPerson[]> {
  for await (const run of runsOf(importRuns, account)) {
    for await (const some of pagesOf((page) => importErrors.page(account, { run, ...page }), smallPage)) {
      yield some.map(({ id, side, json }) => ({
        ...{ kind: "import_error" as const, id, run, side },
        facts: factsOfError(JSON.parse(json) as ImportErrorItem),
      }));
    }
  }
}

async function* runsOf(runs: PeopleStores["importRuns"], account: AccountId): AsyncGenerator<ImportRunId> {
  for (const { run } of await runs.incomplete(account)) yield run.id;
  for (let before = Number.MAX_SAFE_INTEGER; ;) {
    const some = await runs.page(account, { before, limit: smallPage, tests: true });
    for (const { run } of some) yield run.id;
    before = some.at(-1)?.run.id ?? before;
    if (some.length < smallPage) return;
  }
}

async function* warningRows(
  { patientFiles, patientWarnings }: PeopleStores,
  account: AccountId,
): AsyncGenerator<readonly RowOfPerson[]> {
  for await (const file of filesOf(patientFiles, account)) {
    for await (const some of pagesOf((page) => patientWarnings.page(account, { file, ...page }), smallPage)) {
      yield some.map(({ id, json }) => ({
        ...{ kind: "patient_warning" as const, id, file },
        facts: factsOfWarning(JSON.parse(json) as PatientWarningItem),
      }));
    }
  }
}

async function* filesOf(files: PeopleStores["patientFiles"], account: AccountId): AsyncGenerator<PatientFileId> {
  for (let last: { createdAt: never; id: number } | undefined; ;) {
    const some = await files.page(account, { window: {}, limit: smallPage, ...(last && { after: last }) });
    for (const { id } of some) yield id;
    const end = some.at(-1);
    if (!end || some.length < smallPage) return;
    last = { createdAt: end.createdAt as never, id: end.id };
  }
}
