import type { FeedList } from "../../foundation/feed/feed.js";
import { jsonEntry, pagesOfEntries, plainEntry } from "../../foundation/feed/plain-entry.js";
import type { FeedStores } from "../../foundation/feed/publication.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import type { ImportSide } from "./error-types.js";
import { importSides } from "./error-types.js";
import type { ImportErrorRow } from "./import-error.js";
import type { ImportRun } from "./import-run.js";
import { shownRun } from "./import-run-item.js";
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

type RunReads = FeedStores & {
  readonly importRuns: Pick<ImportRunStore, "page">;
  readonly importErrors: Pick<ImportErrorStore, "page">;
};

const [runsAtOnce, errorsAtOnce] = [100, 1_000];

/** Publishes all complete import runs of an account with their error rows. Returns the number of runs. */
export async function publishAllRuns(work: Pick<UnitOfWork<RunReads>, "stores" | "account" | "now">): Promise<number> {
  const { stores, account } = work;
  let count = 0;
  for (let before = Number.MAX_SAFE_INTEGER; ;) {
    const runs = await stores.importRuns.page(account, { before, limit: runsAtOnce, tests: true });
    const all = runs.map(({ run }) => run);
    await publishRuns(all, work);
    for (const { id } of all) await publishErrorsOf(id, work);
    count += all.length;
    before = all.at(-1)?.id ?? 0;
    if (all.length < runsAtOnce) return count;
  }
}

async function publishErrorsOf(
  run: ImportRun["id"],
  work: Pick<UnitOfWork<RunReads>, "stores" | "account" | "now">,
): Promise<void> {
  for (let after = 0; ;) {
    const errors = await work.stores.importErrors.page(work.account, { run, after, limit: errorsAtOnce });
    await publishErrors(errors, work);
    after = errors.at(-1)?.id ?? after;
    if (errors.length < errorsAtOnce) return;
  }
}
