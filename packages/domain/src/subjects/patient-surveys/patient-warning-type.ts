import type { FeedStores } from "../../foundation/feed/publication.js";
import type { AccountId, PatientFileId } from "../../foundation/kernel/ids.js";
import type { PersonalRow } from "../../foundation/records/of-person.js";
import { factsFrom, foundByRows, pagesOf } from "../../foundation/records/of-person.js";
import type { RecordType } from "../../foundation/records/record-type.js";
import { contactsIn } from "../../foundation/suppression/suppression.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import type { PatientFile } from "./patient-file.js";
import type { PatientWarningItem } from "./patient-file-items.js";
import type { PatientFileStore, PatientWarningStore } from "./patient-file-stores.js";

type WarningReads = {
  readonly patientFiles: Pick<PatientFileStore, "page">;
  readonly patientWarnings: Pick<PatientWarningStore, "page">;
};

type WarningStores = FeedStores & { readonly patientWarnings: Pick<PatientWarningStore, "removeByIds"> };

type WarningKey = { readonly file: PatientFileId; readonly id: number };

/** Record type for findings about rows of patient files. */
export const patientWarningType: RecordType<WarningReads, WarningStores, unknown, "patient_survey_warning"> = {
  kind: "patient_survey_warning",
  ofPerson: foundByRows(peopleOfWarnings, removeWarnings),
};

/** Page size for files and findings. Findings are JSON and may be large. */
const pageSize = 100;

async function* peopleOfWarnings(
  stores: WarningReads,
  account: AccountId,
): AsyncGenerator<readonly PersonalRow<WarningKey>[]> {
  for await (const { id: file } of filesOf(stores, account)) {
    for await (const some of pagesOf(pageSize, (page) => stores.patientWarnings.page(account, { file, ...page }))) {
      yield some.map(({ id, json }) => ({ key: { file, id }, facts: factsOf(JSON.parse(json) as PatientWarningItem) }));
    }
  }
}

async function* filesOf({ patientFiles }: WarningReads, account: AccountId): AsyncGenerator<PatientFile> {
  for (let after: PatientFile | undefined; ;) {
    const some = await patientFiles.page(account, { window: {}, limit: pageSize, ...(after && { after }) });
    yield* some;
    after = some.at(-1);
    if (some.length < pageSize) return;
  }
}

/** Any cell of the row may contain a phone number or an email address. */
const factsOf = ({ patient_id: id, patient_info: cells }: PatientWarningItem) =>
  factsFrom(id.trim() || null, contactsIn(Object.values(cells)));

async function removeWarnings(
  keys: readonly WarningKey[],
  { stores, account }: UnitOfWork<WarningStores>,
): Promise<void> {
  for (const file of new Set(keys.map((one) => one.file))) {
    const ids = keys.filter((one) => one.file === file).map(({ id }) => id);
    await stores.patientWarnings.removeByIds(account, file, ids);
  }
  const entries = keys.map(({ id }) => ({ kind: 0, id }));
  await stores.feed.remove(account, "cahps-parsed-files/warnings", entries);
}
