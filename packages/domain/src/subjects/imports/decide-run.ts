import { base62, numberOf } from "../../foundation/kernel/base62.js";
import type { AccountId, ImportRunId } from "../../foundation/kernel/ids.js";
import { type Instant, toSecond } from "../../foundation/kernel/instant.js";
import { isLoading } from "../../foundation/loads/is-loading.js";
import { readSuppression, type Suppression } from "../../foundation/suppression/suppression.js";
import { discardStaged } from "./discard-staged.js";
import type { ImportAttempt } from "./import-attempt.js";
import { emptyFile, type ImportFile } from "./import-file.js";
import type { ImportOptions, ImportPorts } from "./import-options.js";
import type { ImportRow } from "./import-row.js";
import type { ImportStart, RunIds, StoredRun } from "./import-run.js";
import { readVersions } from "./read-versions.js";
import { chooseConnection, type RunTerms, runTerms } from "./run-terms.js";
import { noWithdrawals } from "./run-withdrawals.js";
import { stageRows } from "./stage-rows.js";
import type { RunStores } from "./store-ports.js";
import { isSuppressed } from "./suppressed-rows.js";

/** Import run after all rows were checked. `earlier` is the last complete run of the same file. */
export type DecidedRun = { readonly stored: StoredRun; readonly earlier: StoredRun | undefined };

type Deciding = {
  readonly options: ImportOptions;
  readonly attempt: ImportAttempt;
  readonly interrupted: readonly StoredRun[];
};

/**
 * Checks all rows of a file and saves the result as an incomplete import run.
 *
 * If an earlier run of the same file was interrupted, returns this earlier run. Returns `undefined` if the rows must be
 * checked again: another run or a bundle load changed the account in the meantime, or a person was erased. Throws
 * `empty_file`.
 */
export async function decideRun(
  ports: ImportPorts,
  account: AccountId,
  file: ImportFile,
  { options, attempt, interrupted }: Deciding,
): Promise<DecidedRun | undefined> {
  const { onProgress = () => {} } = options;
  const begun = await begin(ports, account, options);
  if (!begun) return undefined;
  const { start, terms, lastRun, suppression } = begun;
  const isDropped = (row: ImportRow) => isSuppressed(suppression, row);
  const facts = await readVersions(ports, file, start, terms, isDropped, (rows) =>
    onProgress({ phase: "reading", rows }),
  );
  const { digest, rows: of } = facts;
  const same = interrupted.find((run) => run.digest === digest);
  if (same) return { stored: same, earlier: undefined };
  if (of + facts.withdrawn + facts.suppressed === 0) throw emptyFile();
  const earlier = await ports.storage.read(account, ({ importRuns }) => importRuns.withDigest(account, digest));
  const staging = base62(numberOf(ports.secrets.randomBytes(16)), 22);
  const discard = () => discardStaged(ports, account, staging);
  try {
    const { isTest } = start;
    const judged = await stageRows(ports, file, { account, terms, facts, staging, isTest, isDropped }, (rows) =>
      onProgress({ phase: "checking", rows, of }),
    );
    const decided = await ports.storage.transact(account, async (stores, now) => {
      const last = await stores.importRuns.last(account);
      if ((last?.run.id ?? 0) !== lastRun || (await isLoading(stores, account))) return undefined;
      // If a person was erased in the meantime, the staged rows may include this person.
      const { version } = await readSuppression(stores, ports.secrets, account);
      if (version !== suppression.version) return undefined;
      const firstIds = await firstIdsOf(stores, account, last, now);
      const run = { ...start, ...judged.counts, id: (lastRun + 1) as ImportRunId };
      const nextIds = plusAssigned(firstIds, judged.assigned);
      const { messageId } = terms.connection;
      const stored: StoredRun = {
        run,
        isComplete: false,
        digest,
        staging,
        messageId,
        firstIds,
        nextIds,
        withdrawals: noWithdrawals,
        suppressed: facts.suppressed,
      };
      await stores.importRuns.save(account, stored);
      await stores.importAttempts.save(account, { ...attempt, connection: start.connection, run: run.id });
      return stored;
    });
    if (!decided) await discard();
    return decided && { stored: decided, earlier };
  } catch (error) {
    await discard();
    throw error;
  }
}

type Begun = {
  readonly start: ImportStart;
  readonly terms: RunTerms;
  readonly lastRun: number;
  readonly suppression: Suppression;
};

/**
 * Reads the account data for a run in one transaction. Returns `undefined` while another run or a bundle load is
 * incomplete.
 */
function begin(
  { storage, clock, secrets }: ImportPorts,
  account: AccountId,
  options: ImportOptions,
): Promise<Begun | undefined> {
  return storage.read(account, async (stores) => {
    const { settings, catalog, importConnections, importRuns } = stores;
    const last = await importRuns.last(account);
    if ((last && !last.isComplete) || (await isLoading(stores, account))) return undefined;
    const connections = await importConnections.all(account);
    const connection = chooseConnection(connections, options.connection);
    const uploadedAt = toSecond(options.uploadedAt ?? clock());
    const about = {
      settings: await settings.read(account),
      catalog: await catalog.read(account, "locations", "providers", "messages"),
      connections,
    };
    return {
      start: { connection: connection.name, isTest: options.isTest === true, uploadedAt },
      terms: runTerms(account, about, connection, uploadedAt),
      lastRun: last?.run.id ?? 0,
      suppression: await readSuppression(stores, secrets, account),
    };
  });
}

/**
 * Returns the first ids of the records that a run creates. The ids of appointments and invites start at the current
 * time in milliseconds, so that they differ from the ids in bundles.
 */
async function firstIdsOf(
  { ids }: Pick<RunStores, "ids">,
  account: AccountId,
  last: StoredRun | undefined,
  now: Instant,
): Promise<RunIds> {
  const before = last?.nextIds ?? { appointments: 1, invites: 1, errors: 1 };
  return {
    appointments: Math.max(now, before.appointments, (await ids.greatest(account, "appointments")) + 1),
    invites: Math.max(now, before.invites, (await ids.greatest(account, "invites")) + 1),
    errors: before.errors,
  };
}

const plusAssigned = (first: RunIds, assigned: RunIds): RunIds => ({
  appointments: first.appointments + assigned.appointments,
  invites: first.invites + assigned.invites,
  errors: first.errors + assigned.errors,
});
