import type { FeedStores } from "../../foundation/feed/publication.js";
import { parseEmail } from "../../foundation/kernel/email.js";
import type { AccountId, ImportRunId } from "../../foundation/kernel/ids.js";
import { parsePhone } from "../../foundation/kernel/phone.js";
import type { PersonalRow } from "../../foundation/records/of-person.js";
import { factsFrom, foundByRows, pagesOf } from "../../foundation/records/of-person.js";
import type { RecordType } from "../../foundation/records/record-type.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import { importSides } from "./error-types.js";
import type { ImportErrorItem } from "./import-items.js";
import type { ImportErrorStore, ImportRunStore, StoredError } from "./import-stores.js";

type ErrorReads = {
  readonly importRuns: Pick<ImportRunStore, "page" | "incomplete">;
  readonly importErrors: Pick<ImportErrorStore, "page">;
};

type ErrorStores = FeedStores & { readonly importErrors: Pick<ImportErrorStore, "remove"> };

type ErrorKey = Pick<StoredError, "run" | "id" | "side">;

/** Record type for error rows of imports. The counters of an import stay when its error rows are deleted. */
export const importErrorType: RecordType<ErrorReads, ErrorStores, unknown, "import_error"> = {
  kind: "import_error",
  ofPerson: foundByRows(peopleOfErrors, removeErrors),
};

/** Page size for runs and error rows. Error rows are JSON and may be large. */
const pageSize = 100;

async function* peopleOfErrors(
  stores: ErrorReads,
  account: AccountId,
): AsyncGenerator<readonly PersonalRow<ErrorKey>[]> {
  for await (const run of runsOf(stores, account)) {
    for await (const some of pagesOf(pageSize, (page) => stores.importErrors.page(account, { run, ...page }))) {
      yield some.map(({ id, side, json }) => ({
        key: { run, id, side },
        facts: errorFacts(JSON.parse(json) as ImportErrorItem),
      }));
    }
  }
}

async function* runsOf({ importRuns }: ErrorReads, account: AccountId): AsyncGenerator<ImportRunId> {
  for (const { run } of await importRuns.incomplete(account)) yield run.id;
  for (let before = Number.MAX_SAFE_INTEGER; ;) {
    const some = await importRuns.page(account, { before, limit: pageSize, tests: true });
    for (const { run } of some) yield run.id;
    before = some.at(-1)?.run.id ?? before;
    if (some.length < pageSize) return;
  }
}

/** Returns the data in an error row that identifies the patient. */
export const errorFacts = ({ patient_id: id, phone, email }: ImportErrorItem) =>
  factsFrom(id.trim() || null, [parsePhone(phone ?? ""), parseEmail(email ?? "")]);

async function removeErrors(keys: readonly ErrorKey[], { stores, account }: UnitOfWork<ErrorStores>): Promise<void> {
  for (const run of new Set(keys.map((one) => one.run))) {
    const ids = keys.filter((one) => one.run === run).map(({ id }) => id);
    await stores.importErrors.remove(account, run, ids);
  }
  for (const side of importSides) {
    const entries = keys.filter((one) => one.side === side).map(({ id }) => ({ kind: 0, id }));
    await stores.feed.remove(account, `integration-imports/${side}`, entries);
  }
}
