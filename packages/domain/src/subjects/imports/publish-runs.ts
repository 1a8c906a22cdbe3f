import type { FeedList } from "../../foundation/feed/feed.js";
import { jsonEntry, pagesOfEntries, plainEntry } from "../../foundation/feed/plain-entry.js";
import type { FeedStores } from "../../foundation/feed/publication.js";
import { publishRowsOf, type RecordPosition, type RenderedPage } from "../../foundation/records/record-lists.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import { type ImportSide, importSides } from "./error-types.js";
import type { ImportErrorRow } from "./import-error.js";
import { shownRun } from "./import-run-item.js";
import type { ImportRun } from "./import-run.js";
import type { ImportErrorStore, ImportRunStore, StoredError } from "./import-stores.js";

type Publishing = Pick<UnitOfWork<FeedStores>, "stores" | "account" | "now">;

/** Names of the lists that publish error rows about appointments and about invites. */
export const errorLists: Readonly<Record<ImportSide, FeedList>> = {
  appointments: "integration-imports/appointments",
  invites: "integration-imports/invites",
};

/** Publishes complete import runs, including test runs. */
export async function publishRuns(runs: readonly ImportRun[], { stores, account, now }: Publishing): Promise<void> {
  const entries = runs.map((run) => plainEntry({ id: run.id, item: shownRun(run, { errors: true }, true) }, now));
  await stores.feed.publish(account, "integration-imports", entries);
}

type ErrorText = Pick<StoredError, "run" | "id" | "side" | "json">;

export const errorText = (run: ImportRun["id"], { side, item }: ImportErrorRow): ErrorText => ({
  ...{ run, side, id: item.id, json: JSON.stringify(item) },
});

/** Publishes error rows of import runs. Error rows about appointments and about invites are in different lists. */
export async function publishErrors(errors: readonly ErrorText[], { stores, account, now }: Publishing): Promise<void> {
  async function publishOn(side: ImportSide): Promise<void> {
    for (const page of pagesOfEntries(errors.filter((error) => error.side === side))) {
      const entries = page.map(({ run, id, json }) => jsonEntry({ id, json, keys: `"_import_id":${run}` }, now));
      await stores.feed.publish(account, errorLists[side], entries);
    }
  }
  await Promise.all(importSides.map(publishOn));
}

/** The stores that are needed to render import runs again. */
export type RunReads = FeedStores & {
  readonly importRuns: Pick<ImportRunStore, "page">;
  readonly importErrors: Pick<ImportErrorStore, "page">;
};

const runsPerPage = 100;

/** Renders complete import runs again, latest first. Renders each run together with its first error rows. */
export async function renderRuns(
  work: Pick<UnitOfWork<RunReads>, "stores" | "account" | "now">,
  [before = Number.MAX_SAFE_INTEGER, firstAfter = 0]: RecordPosition,
): Promise<RenderedPage> {
  const { stores, account } = work;
  const page = await stores.importRuns.page(account, { before, limit: runsPerPage, tests: true });
  const runs = page.map(({ run }) => run);
  const { begun, rest } = await publishRowsOf(runs, firstAfter, async ({ id }, rows) => {
    const errors = await stores.importErrors.page(account, { run: id, ...rows });
    await publishErrors(errors, work);
    return errors;
  });
  await publishRuns(begun, work);
  const last = runs.length === runsPerPage ? runs.at(-1) : undefined;
  const next = rest ? [rest.record.id + 1, rest.after] : last && [last.id];
  return { count: begun.length, ...(next && { next }) };
}
