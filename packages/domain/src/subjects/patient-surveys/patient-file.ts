import { jsonEntry, plainEntry, type RecordPage } from "../../foundation/feed/publication.js";
import type { EmailAddress } from "../../foundation/kernel/contact-details.js";
import type { AccountId, ItemKeys, PatientFileId } from "../../foundation/kernel/ids.js";
import { type Instant, isoInstant, minute, plus } from "../../foundation/kernel/times.js";
import type { Window } from "../../foundation/kernel/window.js";
import { publishRowsOf, type RecordPosition, type RenderedPage } from "../../foundation/records/record-lists.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import { type CahpsType, lastRow, type PatientHeadings, type PatientRow, type SampleMonth } from "./patient-rows.js";
import type { Finding } from "./patient-rules.js";

/** Published statuses of a patient file: received, being parsed, parsed, failed. */
export const fileStatuses = ["Pending", "Started", "Done", "Failed"] as const;
type PublishedStatus = (typeof fileStatuses)[number];
/** Stored status. A file that was undone is published as failed, because it does not count either. */
type FileStatus = PublishedStatus | "Undone";

export type PatientFile = {
  readonly id: PatientFileId;
  readonly type: CahpsType;
  readonly status: FileStatus;
  /** Name of the connection that delivered the file, if known. */
  readonly connection: string | null;
  /** Name of the transform that was applied to the file before the upload, if known. */
  readonly transform: string | null;
  readonly isTest: boolean;
  readonly createdAt: Instant;
  /** User who uploaded the file, or `null` if the upload was automatic. */
  readonly createdBy: EmailAddress | null;
  /** Name of the uploaded file, without folders. `null` if it is unknown. */
  readonly fileName: string | null;
  /** Sample month, or `null` until the file is parsed and for files without dates. */
  readonly month: SampleMonth | null;
  /** Headings as written in the file, or `null` until the file is parsed. */
  readonly headings: PatientHeadings | null;
  readonly patients: number;
  /** Number of rows with findings. */
  readonly warnings: number;
  /** Reason for a failure, for an operator. `null` if the file has not failed and was not undone. */
  readonly failure: string | null;
  /** Hash of the file's content. `null` until the file is read, and for files that were parsed by earlier versions. */
  readonly digest: string | null;
  /** Time of the last heartbeat from the process that parses the file. */
  readonly seenAt: Instant;
};

/** Maximum time between two heartbeats, in milliseconds. A parsing process that takes longer counts as dead. */
const patience = 3 * minute;

export const isUnfinished = ({ status }: PatientFile): boolean => status === "Pending" || status === "Started";

/** Returns true if the process that parses the file stopped before it finished. */
export const isInterrupted = (file: PatientFile, now: Instant): boolean =>
  isUnfinished(file) && plus(file.seenAt, patience) < now;

/** Failure message of a file whose parsing process stopped. */
export const processEnded = "the process that parsed this file ended before it finished; parse the file again";

/** Selection of patient files by upload time and survey. `after` is the last file of the previous page. */
export type PatientFilePage = {
  readonly window: Window;
  readonly type?: CahpsType;
  readonly after?: { readonly createdAt: Instant; readonly id: number };
  readonly limit: number;
};

export interface PatientFileStore {
  byId(account: AccountId, id: PatientFileId): Promise<PatientFile | undefined>;
  /**
   * Returns a page of patient files, latest upload first. Files with the same upload time are sorted by descending id.
   */
  page(account: AccountId, page: PatientFilePage): Promise<PatientFile[]>;
  /** Returns the parsed file with this digest. If there are several, returns the file with the highest id. */
  withDigest(account: AccountId, digest: string): Promise<PatientFile | undefined>;
  /** Returns the files that are neither parsed nor failed, sorted by id. */
  unfinished(account: AccountId): Promise<PatientFile[]>;
  /** Inserts or replaces a file by id. */
  save(account: AccountId, file: PatientFile): Promise<void>;
}

/** Stored findings of one row. `json` is the published item. */
export type StoredWarning = { readonly id: number; readonly json: string };

/** Store of the findings about rows of patient files. */
export interface PatientWarningStore {
  /** Adds findings. Their ids must be new. */
  append(account: AccountId, file: PatientFileId, warnings: readonly StoredWarning[]): Promise<void>;
  /** Returns a page of a file's findings, sorted by id. */
  page(
    account: AccountId,
    page: { readonly file: PatientFileId; readonly after: number; readonly limit: number },
  ): Promise<StoredWarning[]>;
  /** Deletes findings of a file by id. Ignores unknown ids. */
  remove(account: AccountId, file: PatientFileId, ids: readonly number[]): Promise<void>;
}

/** Item of the list of patient files. */
export type ListedPatientFile = ItemKeys & PatientFileItem;

/** Item of the list of findings in a patient file. `_file_id` is present only with `keys=true`. */
export type ListedPatientWarning = ItemKeys & { readonly _file_id?: number } & PatientWarningItem;

/** Patient file with its status and counts. A member is `null` if its value is unknown. */
export type PatientFileItem = {
  readonly file_id: number;
  readonly integration_connection: string | null;
  readonly file_transform: string | null;
  readonly download_status: PublishedStatus;
  readonly is_test: boolean;
  readonly cahps_type: CahpsType;
  readonly total_patients: number;
  readonly warnings_count: number;
  readonly created_at: string;
  /** Email address of the user who uploaded the file, or `system`. */
  readonly created_by: string;
};

/**
 * Converts a patient file to its published format. A file is shown as failed as soon as its process has stopped sending
 * heartbeats, even if the stored status is different.
 */
export const patientFileItem = (file: PatientFile, now: Instant): PatientFileItem => ({
  file_id: file.id,
  integration_connection: file.connection,
  file_transform: file.transform,
  download_status: file.status === "Undone" || isInterrupted(file, now) ? "Failed" : file.status,
  is_test: file.isTest,
  cahps_type: file.type,
  total_patients: file.patients,
  warnings_count: file.warnings,
  created_at: isoInstant(file.createdAt),
  created_by: file.createdBy ?? "system",
});

/** Patient file as shown to an operator, with values that are not published. A member is `null` if it is unknown. */
export type PatientFileState = PatientFileItem & {
  /** True if the file was undone. It is then published as failed. */
  readonly is_undone: boolean;
  /** Reason for a failure. */
  readonly failure: string | null;
  /** Name of the uploaded file, without folders. */
  readonly file_name: string | null;
  /** Sample month, as `YYYY-MM`. */
  readonly sample_month: string | null;
  /** Headings as written in the file, by field. */
  readonly headings: PatientHeadings | null;
};

export const patientFileState = (file: PatientFile, now: Instant): PatientFileState => ({
  ...patientFileItem(file, now),
  is_undone: file.status === "Undone",
  failure: isInterrupted(file, now) ? processEnded : file.failure,
  file_name: file.fileName,
  sample_month: file.month,
  headings: file.headings,
});

/** Published findings of one row. `id` is unique in the account and contains the numbers of the file and the row. */
export type PatientWarningItem = {
  readonly id: number;
  readonly patient_id: string;
  readonly patient_info: Readonly<Record<string, string>>;
  readonly location_name: string;
  readonly row_note: string;
  readonly notes: {
    readonly discovered_defects?: readonly Finding[];
    readonly warnings?: readonly Finding[];
    readonly notes_string: string;
  };
};

/**
 * Number of finding ids that are reserved per file.
 * The id of a finding combines the numbers of the file and the row, so no counter is needed.
 * For example, row 12 of file 7 has the id 7000012.
 */
const rowsPerFile = lastRow + 1;

const warningId = (file: PatientFileId, row: number): number => file * rowsPerFile + row;

/** Returns the spreadsheet row number of a finding. */
export const rowOfWarning = ({ id }: { readonly id: number }): number => id % rowsPerFile;

/** Creates the published findings of a row. Defects come before warnings. */
export function patientWarning(
  file: PatientFileId,
  { row, texts, others }: PatientRow,
  defects: readonly Finding[],
  warnings: readonly Finding[],
): PatientWarningItem {
  const note = [...defects, ...warnings].map(({ text }) => text).join("; ");
  return {
    id: warningId(file, row),
    patient_id: texts.patient_id ?? "",
    patient_info: { ...texts, ...Object.fromEntries(others) },
    location_name: texts.location_name || texts.location_code || "",
    row_note: note,
    notes: {
      ...(defects.length > 0 && { discovered_defects: defects }),
      ...(warnings.length > 0 && { warnings }),
      notes_string: note,
    },
  };
}

/** Account, time and stores that are needed to publish patient files. */
type FilePublishing = Pick<UnitOfWork, "stores" | "account" | "now">;

/** Publishes patient files with their current status. */
export async function publishFiles(
  files: readonly PatientFile[],
  { stores, account, now }: FilePublishing,
): Promise<void> {
  const entries = files.map((file) =>
    plainEntry({ id: file.id, at: file.createdAt, item: patientFileItem(file, now) }, now),
  );
  await stores.feed.publish(account, "cahps-parsed-files", entries);
}

const pageSize = 1_000;

/** Publishes the findings about a file. */
export async function publishWarnings(file: PatientFile["id"], work: FilePublishing): Promise<void> {
  for (let after = 0; ;) {
    const warnings = await publishPage(file, { after, limit: pageSize }, work);
    after = warnings.at(-1)?.id ?? after;
    if (warnings.length < pageSize) return;
  }
}

async function publishPage(file: PatientFile["id"], page: RecordPage, { stores, account, now }: FilePublishing) {
  const warnings = await stores.patientWarnings.page(account, { file, ...page });
  const keys = `"_file_id":${file}`;
  const entries = warnings.map(({ id, json }) => jsonEntry({ id, json, keys }, now));
  await stores.feed.publish(account, "cahps-parsed-files/warnings", entries);
  return warnings;
}

const filesPerPage = 100;

/** Renders patient files again, latest first. A file is on the same page as the first findings about it. */
export async function renderFiles(
  work: FilePublishing,
  [createdAt, id = 0, firstAfter = 0]: RecordPosition,
): Promise<RenderedPage> {
  const { stores, account } = work;
  const after = createdAt === undefined ? {} : { after: { createdAt: createdAt as Instant, id } };
  const files = await stores.patientFiles.page(account, { window: {}, limit: filesPerPage, ...after });
  const { begun, rest } = await publishRowsOf(files, firstAfter, async (file, page) =>
    file.status === "Done" ? publishPage(file.id, page, work) : [],
  );
  await publishFiles(begun, work);
  const last = files.length === filesPerPage ? files.at(-1) : undefined;
  const next = rest ? [rest.record.createdAt, rest.record.id + 1, rest.after] : last && [last.createdAt, last.id];
  return { count: begun.length, ...(next && { next }) };
}
