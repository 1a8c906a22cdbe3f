import { base62, numberOf } from "../kernel/base62.js";
import type { AccountId, ImportRunId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";
import { toSecond } from "../kernel/instant.js";
import { noWithdrawals } from "./run-withdrawals.js";
import { isLoading } from "../loads/is-loading.js";
import type { RunStores } from "./store-ports.js";
import { discardStaged } from "./discard-staged.js";
import { emptyFile } from "./empty-file.js";
import type { ImportAttempt } from "./import-attempt.js";
import type { ImportOptions, ImportPorts } from "./import-options.js";
import type { ImportFile } from "./import-file.js";
import type { ImportStart, RunIds, StoredRun } from "./import-run.js";
import { readVersions } from "./read-versions.js";
import type { RunTerms } from "./run-terms.js";
import { chooseConnection, runTerms } from "./run-terms.js";
import { stageRows } from "./stage-rows.js";

/** A run, and the last complete run of the same file before it. */
export type DecidedRun = { readonly stored: StoredRun; readonly earlier: StoredRun | undefined };

type Deciding = {
  readonly options: ImportOptions;
  readonly attempt: ImportAttempt;
  readonly interrupted: readonly StoredRun[];
};

/**
 * Judges the rows of a file and decides their run; answers the interrupted run that this file was in, where there is one,
 * and `undefined` when another run or a load was under way or decided meanwhile, against whose rows these were not held.
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
  const { start, terms, lastRun } = begun;
  const facts = await readVersions(ports, file, start, terms, (rows) => onProgress({ phase: "reading", rows }));
  const { digest, rows: of } = facts;
  const same = interrupted.find((run) => run.digest === digest);
  if (same) return { stored: same, earlier: undefined };
  if (of + facts.withdrawn === 0) throw emptyFile();
  const earlier = await ports.storage.read(account, ({ importRuns }) => importRuns.withDigest(account, digest));
  const staging = base62(numberOf(ports.secrets.randomBytes(16)), 22);
  const discard = () => discardStaged(ports, account, staging);
  try {
    const judged = await stageRows(ports, file, { account, terms, facts, staging, isTest: start.isTest }, (rows) =>
      onProgress({ phase: "checking", rows, of }),
    );
    const decided = await ports.storage.transact(account, async (stores, now) => {
      const last = await stores.importRuns.last(account);
      if ((last?.run.id ?? 0) !== lastRun || (await isLoading(stores, account))) return undefined;
      const firstIds = await firstIdsOf(stores, account, last, now);
      const run = { ...start, ...judged.counts, id: (lastRun + 1) as ImportRunId };
      const nextIds = plusGiven(firstIds, judged.given);
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

type Begun = { readonly start: ImportStart; readonly terms: RunTerms; readonly lastRun: number };

/** What the account says of the run, all of one moment; `undefined` while another one or a load is stored. */
function begin(
  { storage, clock }: ImportPorts,
  account: AccountId,
  options: ImportOptions,
): Promise<Begun | undefined> {
  return storage.read(account, async ({ settings, catalog, importConnections, importRuns, loads }) => {
    const last = await importRuns.last(account);
    if ((last && !last.isComplete) || (await isLoading({ loads }, account))) return undefined;
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
    };
  });
}

/** Appointments and invites are numbered from the time on, in milliseconds: out of the way of those that bundles bring. */
async function firstIdsOf(
  { appointments, invites }: Pick<RunStores, "appointments" | "invites">,
  account: AccountId,
  last: StoredRun | undefined,
  now: Instant,
): Promise<RunIds> {
  const before = last?.nextIds ?? { appointments: 1, invites: 1, errors: 1 };
  return {
    appointments: Math.max(now, before.appointments, (await appointments.greatest(account)) + 1),
    invites: Math.max(now, before.invites, (await invites.greatest(account)) + 1),
    errors: before.errors,
  };
}

const plusGiven = (first: RunIds, given: RunIds): RunIds => ({
  appointments: first.appointments + given.appointments,
  invites: first.invites + given.invites,
  errors: first.errors + given.errors,
});
