import { type FeedStores, jsonEntry, plainEntry, type RecordPage } from "../../foundation/feed/publication.js";
import type { Instant } from "../../foundation/kernel/times.js";
import { publishRowsOf, type RecordPosition, type RenderedPage } from "../../foundation/records/record-lists.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import { patientFileItem } from "./patient-file-items.js";
import type { PatientFileStore, PatientWarningStore } from "./patient-file-stores.js";
import type { PatientFile } from "./patient-file.js";

/** Account, time and stores that are needed to publish patient files. */
export type FilePublishing<Stores> = Pick<UnitOfWork<FeedStores & Stores>, "stores" | "account" | "now">;

/** Publishes patient files with their current status. */
export async function publishFiles(
  files: readonly PatientFile[],
  { stores, account, now }: FilePublishing<unknown>,
): Promise<void> {
  const entries = files.map((file) =>
    plainEntry({ id: file.id, at: file.createdAt, item: patientFileItem(file, now) }, now),
  );
  await stores.feed.publish(account, "cahps-parsed-files", entries);
}

type Warnings = { readonly patientWarnings: Pick<PatientWarningStore, "page"> };

const pageSize = 1_000;

/** Publishes the findings about a file. */
export async function publishWarnings(file: PatientFile["id"], work: FilePublishing<Warnings>): Promise<void> {
  for (let after = 0; ;) {
    const warnings = await publishPage(file, { after, limit: pageSize }, work);
    after = warnings.at(-1)?.id ?? after;
    if (warnings.length < pageSize) return;
  }
}

async function publishPage(
  file: PatientFile["id"],
  page: RecordPage,
  { stores, account, now }: FilePublishing<Warnings>,
) {
  const warnings = await stores.patientWarnings.page(account, { file, ...page });
  const keys = `"_file_id":${file}`;
  const entries = warnings.map(({ id, json }) => jsonEntry({ id, json, keys }, now));
  await stores.feed.publish(account, "cahps-parsed-files/warnings", entries);
  return warnings;
}

/** Types of the stores that rendering patient files again requires. */
export type FileReads = FeedStores & Warnings & { readonly patientFiles: Pick<PatientFileStore, "page"> };

const filesPerPage = 100;

/** Renders patient files again, latest first. A file is on the same page as the first findings about it. */
export async function renderFiles(
  work: FilePublishing<FileReads>,
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
