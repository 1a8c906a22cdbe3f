import type { FeedStores } from "../../foundation/feed/publication.js";
import { parseEmail } from "../../foundation/kernel/email.js";
import type { ImportRunId } from "../../foundation/kernel/ids.js";
import { pagesAfter } from "../../foundation/kernel/pages.js";
import { parsePhone } from "../../foundation/kernel/phone.js";
import { fileRows, type UploadedFile } from "../../foundation/records/file-rows.js";
import type { ReadAccount } from "../../foundation/records/line-rules.js";
import { factsFrom } from "../../foundation/records/of-person.js";
import type { RecordType } from "../../foundation/records/record-type.js";
import type { ImportErrorItem } from "./import-items.js";
import type { StoredRun } from "./import-run.js";
import type { ImportErrorStore, ImportRunStore } from "./import-stores.js";

type ErrorReads = {
  readonly importRuns: Pick<ImportRunStore, "page" | "incomplete">;
  readonly importErrors: Pick<ImportErrorStore, "page">;
};

type ErrorStores = FeedStores & { readonly importErrors: Pick<ImportErrorStore, "remove"> };

/** Record type for error rows of imports. Deleting error rows does not change the counters of an import. */
export const importErrorType: RecordType<ErrorReads, ErrorStores, unknown, "import_error"> = {
  kind: "import_error",
  ...fileRows({
    files: runsOf,
    page: ({ importErrors }: ErrorReads, account, run, page) => importErrors.page(account, { run, ...page }),
    listOf: ({ side }) => `integration-imports/${side}`,
    factsOf: ({ json }) => errorFacts(JSON.parse(json) as ImportErrorItem),
    remove: ({ importErrors }: ErrorStores, account, run, ids) => importErrors.remove(account, run, ids),
  }),
};

const limit = 100;

async function* runsOf(read: ReadAccount<ErrorReads>): AsyncGenerator<UploadedFile<ImportRunId>> {
  for (const { run } of await read(({ importRuns }, account) => importRuns.incomplete(account))) yield { id: run.id };
  const pages = pagesAfter<StoredRun>(limit, (last) =>
    read(({ importRuns }, account) =>
      importRuns.page(account, { before: last?.run.id ?? Number.MAX_SAFE_INTEGER, limit, tests: true }),
    ),
  );
  for await (const runs of pages) for (const { run } of runs) yield run;
}

/** Returns the data in an error row that identifies the patient. */
export const errorFacts = ({ patient_id: id, phone, email }: ImportErrorItem) =>
  factsFrom(id.trim() || null, [parsePhone(phone ?? ""), parseEmail(email ?? "")]);
