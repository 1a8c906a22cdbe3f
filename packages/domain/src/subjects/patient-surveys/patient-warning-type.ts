import type { FeedStores } from "../../foundation/feed/publication.js";
import type { PatientFileId } from "../../foundation/kernel/ids.js";
import { pagesAfter } from "../../foundation/kernel/storage.js";
import { contactsIn, factsFrom } from "../../foundation/records/personal-data.js";
import type { ReadAccount, RecordType } from "../../foundation/records/record-type.js";
import { fileRows, type UploadedFile } from "../../foundation/records/uploaded-rows.js";
import type { PatientWarningItem } from "./patient-file-items.js";
import type { PatientFileStore, PatientWarningStore } from "./patient-file-stores.js";
import type { PatientFile } from "./patient-file.js";

type WarningReads = {
  readonly patientFiles: Pick<PatientFileStore, "page">;
  readonly patientWarnings: Pick<PatientWarningStore, "page">;
};

type WarningStores = FeedStores & { readonly patientWarnings: Pick<PatientWarningStore, "remove"> };

/**
 * Record type for warnings about rows of patient files.
 * An erasure searches all cells, because any may contain a contact.
 */
export const patientWarningType: RecordType<WarningReads, WarningStores, unknown, "patient_survey_warning"> = {
  kind: "patient_survey_warning",
  ...fileRows({
    files: filesOf,
    page: ({ patientWarnings }: WarningReads, account, file, page) => patientWarnings.page(account, { file, ...page }),
    listOf: () => "cahps-parsed-files/warnings",
    factsOf({ json }) {
      const { patient_id: id, patient_info: cells } = JSON.parse(json) as PatientWarningItem;
      return factsFrom(id.trim() || null, contactsIn(Object.values(cells)));
    },
    remove: ({ patientWarnings }: WarningStores, account, file, ids) => patientWarnings.remove(account, file, ids),
  }),
};

const limit = 100;

async function* filesOf(read: ReadAccount<WarningReads>): AsyncGenerator<UploadedFile<PatientFileId>> {
  const pages = pagesAfter<PatientFile>(limit, (after) =>
    read(({ patientFiles }, account) => patientFiles.page(account, { window: {}, limit, ...(after && { after }) })),
  );
  for await (const files of pages) for (const { id, createdAt } of files) yield { id, uploadedAt: createdAt };
}
