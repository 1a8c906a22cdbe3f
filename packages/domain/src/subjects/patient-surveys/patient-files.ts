import type { FeedReader } from "../../foundation/feed/feed.js";
import { notFound } from "../../foundation/kernel/domain-error.js";
import { type AccountId, idInPath, type PatientFileId } from "../../foundation/kernel/ids.js";
import { pagesAfter, type Ports, type ReadStores } from "../../foundation/kernel/storage.js";
import { type KeyQuery, parseRange, type RangeQuery } from "../../foundation/lists/list-query.js";
import type { ListReading } from "../../foundation/lists/read-list.js";
import { readRecords, type RecordPorts } from "../../foundation/lists/read-records.js";
import { contactsIn, factsFrom } from "../../foundation/records/personal-data.js";
import {
  fileRows,
  type ReadAccount,
  type RecordType,
  type UploadedFile,
} from "../../foundation/records/record-type.js";
import { tidyPatientFiles } from "./parse-patient-file.js";
import {
  type ListedPatientFile,
  type ListedPatientWarning,
  type PatientFile,
  patientFileItem,
  type PatientFilePage,
  type PatientFileState,
  patientFileState,
  type PatientWarningItem,
  renderFiles,
  type StoredWarning,
} from "./patient-file.js";
import type { CahpsType } from "./patient-rows.js";
import { filesOf } from "./survey-visits.js";

type ReadingPorts = RecordPorts<ReadStores> & { readonly storage: { readonly feed: FeedReader } };
/** Query parameters of the list of patient files, as strings. The start and the end are both required. */
export type PatientFileQuery = RangeQuery & KeyQuery & { readonly cahps_type?: CahpsType };

/** Lists the patient files that were uploaded in a time range, newest first. */
export function listPatientFiles(ports: ReadingPorts & Pick<Ports, "clock">) {
  const { storage, clock } = ports;
  return async (account: AccountId, query: PatientFileQuery): Promise<ListReading<ListedPatientFile>> => {
    const { timeZone } = await storage.read(account, ({ settings }) => settings.read(account));
    const window = parseRange(query, timeZone);
    const chosen = { window, ...(query.cahps_type && { type: query.cahps_type }) };
    const now = clock();
    return readRecords(ports, account, query, {
      ...{ list: "cahps-parsed-files", window, limit: filesPerPage },
      page: (stores, last: PatientFile | undefined) => filesAfter(stores, account, chosen, last),
      itemOf: (file) => ({ id: file.id, json: JSON.stringify(patientFileItem(file, now)) }),
    });
  };
}

/**
 * Lists an account's patient files for an operator, newest first. Includes the reason for a failure, which is not
 * published.
 */
export function patientFiles({ storage, clock }: Ports) {
  return async function* (account: AccountId): AsyncGenerator<readonly PatientFileState[]> {
    const now = clock();
    const pages = pagesAfter<PatientFile>(filesPerPage, (last) =>
      storage.read(account, (stores) => filesAfter(stores, account, { window: {} }, last)),
    );
    for await (const files of pages) yield files.map((file) => patientFileState(file, now));
  };
}

const filesPerPage = 500;

const filesAfter = (
  { patientFiles }: ReadStores,
  account: AccountId,
  chosen: Pick<PatientFilePage, "window" | "type">,
  after: PatientFile | undefined,
) => patientFiles.page(account, { ...chosen, limit: filesPerPage, ...(after && { after }) });

/** Lists the findings of a patient file, sorted by row. The list is empty until the file is parsed. */
export function listPatientWarnings(ports: ReadingPorts) {
  return async (
    account: AccountId,
    fileId: string,
    query: KeyQuery = {},
  ): Promise<ListReading<ListedPatientWarning>> => {
    const id = idInPath<PatientFileId>(fileId);
    const file = id && (await ports.storage.read(account, ({ patientFiles }) => patientFiles.byId(account, id)));
    if (!file) throw notFound("file_not_found", "the account has no such file");
    const about = JSON.stringify({ file_id: file.id, cahps_type: file.type });
    return readRecords(ports, account, query, {
      ...{ list: "cahps-parsed-files/warnings", window: undefined, limit: warningsPerPage },
      opening: `${about.slice(0, -1)},"records":[`,
      page: (stores, last: StoredWarning | undefined) => warningsAfter(stores, account, file, last),
      itemOf: (warning) => warning,
    });
  };
}

/** Reads the findings of a patient file for an operator, without the HTTP API. */
export function patientWarnings({ storage }: Ports) {
  return async function* (account: AccountId, fileId: number): AsyncGenerator<readonly PatientWarningItem[]> {
    const id = fileId as PatientFileId;
    const file = await storage.read(account, ({ patientFiles }) => patientFiles.byId(account, id));
    if (!file) return;
    const pages = pagesAfter<StoredWarning>(warningsPerPage, (last) =>
      storage.read(account, (stores) => warningsAfter(stores, account, file, last)),
    );
    for await (const warnings of pages) yield warnings.map(({ json }) => JSON.parse(json) as PatientWarningItem);
  };
}

const warningsPerPage = 1_000;

const warningsAfter = async (
  { patientWarnings }: ReadStores,
  account: AccountId,
  { id: file, status }: PatientFile,
  last: StoredWarning | undefined,
) => (status === "Done" ? patientWarnings.page(account, { file, after: last?.id ?? 0, limit: warningsPerPage }) : []);

/** Record type for patient files. Renders files again together with the warnings about their rows. */
export const patientFileType: RecordType<"patient_file"> = {
  kind: "patient_file",
  lists: { renderAgain: renderFiles },
  tidy: (ports, account) => tidyPatientFiles(ports)(account),
};

/**
 * Record type for warnings about rows of patient files.
 * An erasure searches all cells, because any may contain a contact.
 */
export const patientWarningType: RecordType<"patient_survey_warning"> = {
  kind: "patient_survey_warning",
  ...fileRows({
    files: uploads,
    page: ({ patientWarnings }, account, file, page) => patientWarnings.page(account, { file, ...page }),
    listOf: () => "cahps-parsed-files/warnings",
    factsOf({ json }) {
      const { patient_id: id, patient_info: cells } = JSON.parse(json) as PatientWarningItem;
      return factsFrom(id.trim() || null, contactsIn(Object.values(cells)));
    },
    remove: ({ patientWarnings }, account, file, ids) => patientWarnings.remove(account, file, ids),
  }),
};

async function* uploads(read: ReadAccount): AsyncGenerator<UploadedFile<PatientFileId>> {
  for await (const { id, createdAt } of filesOf(read)) yield { id, uploadedAt: createdAt };
}
