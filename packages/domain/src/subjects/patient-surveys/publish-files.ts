import { jsonEntry, plainEntry } from "../../foundation/feed/plain-entry.js";
import type { FeedStores } from "../../foundation/feed/publication.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import { patientFileItem } from "./patient-file-items.js";
import type { PatientFileStore, PatientWarningStore } from "./patient-file-stores.js";
import type { PatientFile } from "./patient-file.js";

/** Stores, account and time that are needed to publish patient files. */
export type FilePublishing<Stores> = Pick<UnitOfWork<FeedStores & Stores>, "stores" | "account" | "now">;

export async function publishFile(file: PatientFile, { stores, account, now }: FilePublishing<unknown>): Promise<void> {
  const item = patientFileItem(file, now);
  await stores.feed.publish(account, "cahps-parsed-files", [
    plainEntry({ id: file.id, at: file.createdAt, item }, now),
  ]);
}

type Warnings = { readonly patientWarnings: Pick<PatientWarningStore, "page"> };

const pageSize = 1_000;

export async function publishWarnings(
  file: PatientFile["id"],
  { stores, account, now }: FilePublishing<Warnings>,
): Promise<void> {
  for (let after = 0; ;) {
    const warnings = await stores.patientWarnings.page(account, { file, after, limit: pageSize });
    const keys = `"_file_id":${file}`;
    const entries = warnings.map(({ id, json }) => jsonEntry({ id, json, keys }, now));
    await stores.feed.publish(account, "cahps-parsed-files/warnings", entries);
    after = warnings.at(-1)?.id ?? after;
    if (warnings.length < pageSize) return;
  }
}

type Files = Warnings & { readonly patientFiles: Pick<PatientFileStore, "page"> };

/** Publishes all patient files of an account with their findings. Returns the number of files. */
export async function publishAllFiles(work: FilePublishing<Files>): Promise<number> {
  const { stores, account } = work;
  let count = 0;
  for (let after: PatientFile | undefined; ;) {
    const page = { window: {}, limit: pageSize, ...(after && { after }) };
    const files = await stores.patientFiles.page(account, page);
    for (const file of files) {
      await publishFile(file, work);
      if (file.status === "Done") await publishWarnings(file.id, work);
    }
    count += files.length;
    after = files.at(-1);
    if (files.length < pageSize) return count;
  }
}
