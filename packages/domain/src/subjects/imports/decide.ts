import { base62, numberOf } from "../../foundation/kernel/encodings.js";
import type { AccountId, ImportRunId } from "../../foundation/kernel/ids.js";
import { type Ports, prefetch, type Stores } from "../../foundation/kernel/storage.js";
import { type Instant, toSecond } from "../../foundation/kernel/times.js";
import { isLoading } from "../../foundation/records/load-store.js";
import { contactsIn, patientIdsIn, readSuppression, type Suppression } from "../../foundation/records/personal-data.js";
import { discardStaged, partsAtOnce } from "./apply.js";
import { type FileFacts, readVersions, type RunTerms, runTerms } from "./first-reading.js";
import { chooseConnection, columnWarnings, type ImportConnection, refuseMissingColumns } from "./import-connection.js";
import { importRunItem } from "./import-item.js";
import {
  type FileReading,
  type ImportAttempt,
  type ImportCounts,
  type ImportOptions,
  type ImportStart,
  noWithdrawals,
  type PlanListener,
  type RunIds,
  type StagedPart,
  type StoredRun,
} from "./import-run.js";
import { anyPartial, type KeyedVisit, keyedVisit, type KnownRecords, knownRecords } from "./match.js";
import { planCollector } from "./row-plans.js";
import { emptyFile, fileChunks, type JudgedRow, readVisit, type RowFilter, type WithdrawnRow } from "./rows.js";
import type { ImportFile, ImportRow } from "./source-system.js";
import { type Withdrawal, withdrawalOf } from "./withdrawals.js";
import { judgeRows } from "./judge-rows.js";

/** Import run after all rows were checked. `earlier` is the last complete run of the same file. */
export type DecidedRun = {
  readonly stored: StoredRun;
  readonly earlier: StoredRun | undefined;
  readonly reading: FileReading | undefined;
  /** Version of the suppression list with which the rows were checked. */
  readonly suppression: string;
};

type Deciding = {
  readonly options: ImportOptions;
  readonly attempt: ImportAttempt;
  readonly interrupted: readonly StoredRun[];
};

/**
 * Checks all rows of a file and saves the result as an incomplete import run.
 *
 * If an earlier run of the same file was interrupted, returns this earlier run. Returns `undefined` if the rows must be
 * checked again: another run, an undo or a bundle load changed the account in the meantime, or a person was erased. Throws
 * `empty_file` and `columns_missing`.
 */
export async function decideRun(
  ports: Ports,
  account: AccountId,
  file: ImportFile,
  { options, attempt, interrupted }: Deciding,
): Promise<DecidedRun | undefined> {
  const { onProgress = () => {} } = options;
  const begun = await begin(ports, account, options);
  if (!begun) return undefined;
  const { start, terms, lastRun, undone, suppression } = begun;
  const isDropped = (row: ImportRow) => isSuppressed(suppression, row);
  const facts = await readVersions(ports, file, start, terms, isDropped, (rows) =>
    onProgress({ phase: "reading", rows }),
  );
  const { digest, rows: of } = facts;
  const reading = readingOf(file, terms.connection, facts.warnings);
  const same = interrupted.find((run) => run.digest === digest);
  const { version: suppressed } = suppression;
  if (same) return { stored: same, earlier: undefined, reading, suppression: suppressed };
  if (of + facts.withdrawn + facts.suppressed === 0) throw emptyFile();
  if (reading && !start.isTest) refuseMissingColumns(reading, terms.connection);
  const earlier = await ports.storage.read(account, ({ importRuns }) => importRuns.withDigest(account, digest));
  const staging = base62(numberOf(ports.secrets.randomBytes(16)), 22);
  const discard = () => discardStaged(ports, account, staging);
  try {
    const { isTest } = start;
    const { plans } = options;
    const judged = await stageRows(ports, file, { account, terms, facts, staging, isTest, isDropped, plans }, (rows) =>
      onProgress({ phase: "checking", rows, of }),
    );
    const decided = await ports.storage.transact(account, async (stores, now) => {
      const last = await stores.importRuns.last(account);
      if ((last?.run.id ?? 0) !== lastRun || (await isLoading(stores, account))) return undefined;
      if ((await stores.importRuns.undone(account)).length !== undone) return undefined;
      // If a person was erased in the meantime, the staged rows may include this person.
      const { version } = await readSuppression(stores, ports.secrets, account);
      if (version !== suppressed) return undefined;
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
        journaledAt: now,
        undo: null,
      };
      await stores.importRuns.save(account, stored);
      await stores.importAttempts.save(account, { ...attempt, connection: start.connection, run: run.id });
      await options.onStored?.(stores, importRunItem(run));
      return stored;
    });
    if (!decided) await discard();
    return decided && { stored: decided, earlier, reading, suppression: suppressed };
  } catch (error) {
    await discard();
    throw error;
  }
}

/** Returns how a file was read, if its reader reports it. Call it after the rows were read. */
function readingOf(
  file: ImportFile,
  connection: ImportConnection,
  warnings: readonly string[],
): FileReading | undefined {
  const layout = file.layout?.();
  return layout && { ...layout, warnings: [...columnWarnings(layout, connection), ...warnings] };
}

type Begun = {
  readonly start: ImportStart;
  readonly terms: RunTerms;
  readonly lastRun: number;
  /** Number of undone runs. */
  readonly undone: number;
  readonly suppression: Suppression;
};

/**
 * Reads the account data for a run in one transaction. Returns `undefined` while another run or a bundle load is
 * incomplete.
 */
function begin(
  { storage, clock, secrets }: Ports,
  account: AccountId,
  options: ImportOptions,
): Promise<Begun | undefined> {
  return storage.read(account, async (stores) => {
    const { settings, catalog, importConnections, importRuns, appointments } = stores;
    const last = await importRuns.last(account);
    if ((await importRuns.incomplete(account)).length > 0 || (await isLoading(stores, account))) return undefined;
    const connections = await importConnections.all(account);
    const connection = chooseConnection(connections, options.connection);
    const uploadedAt = toSecond(options.uploadedAt ?? clock());
    const about = {
      settings: await settings.read(account),
      catalog: await catalog.read(account, "locations", "providers", "messages"),
      connections,
      hasPartial: (await appointments.withKeys(account, [anyPartial]))[0] !== undefined,
    };
    return {
      start: { connection: connection.name, isTest: options.isTest === true, uploadedAt },
      terms: runTerms(account, about, connection, uploadedAt),
      lastRun: last?.run.id ?? 0,
      undone: (await importRuns.undone(account)).length,
      suppression: await readSuppression(stores, secrets, account),
    };
  });
}

/** Returns true if a row is about an erased person. */
const isSuppressed = ({ isEmpty, has }: Suppression, row: ImportRow): boolean =>
  !isEmpty &&
  has({
    patientIds: patientIdsIn([row.patientId]),
    contacts: contactsIn([row.mobilePhone, row.homePhone, row.workPhone, row.email]),
  });

/**
 * Returns the first ids of the records that a run creates. The ids of appointments and invites start at the current
 * time in milliseconds, so that they differ from the ids in bundles.
 */
async function firstIdsOf(
  { ids }: Pick<Stores, "ids">,
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

type Staging = {
  readonly account: AccountId;
  readonly terms: RunTerms;
  readonly facts: FileFacts;
  readonly staging: string;
  readonly isTest: boolean;
  readonly isDropped: RowFilter["isDropped"];
  readonly plans: PlanListener | undefined;
};

/** Reads an appointment file for the second time, checks its rows and stages the records to store. */
async function stageRows(
  { storage }: Pick<Ports, "storage">,
  file: ImportFile,
  { account, terms, facts, staging, isTest, isDropped, plans: listener }: Staging,
  onRows: (rows: number) => void,
): Promise<{ readonly counts: ImportCounts; readonly assigned: RunIds }> {
  const plans = planCollector(listener, terms);
  const { judge, counts, assigned } = judgeRows(terms, facts, isTest, plans.note);
  let parts: StagedPart[] = [];
  let position = 0;
  let rows = 0;
  let adding: Promise<void> = Promise.resolve();
  function withdrawalOfRow(withdrawn: WithdrawnRow, isJudged: boolean): Withdrawal {
    const withdrawal = withdrawalOf(withdrawn, terms);
    const isOverruled =
      withdrawal.status !== "deceased" && facts.lastWords.isOverruled(withdrawal.visits[0], withdrawal.row);
    return { ...withdrawal, isOverruled, isJudged };
  }
  /** Stages the collected batches, while the next rows are checked. */
  async function add(): Promise<void> {
    const some = parts;
    parts = [];
    await adding;
    adding = storage.transact(account, ({ stagedRows }, now) => stagedRows.add(account, staging, some, now));
    adding.catch(() => {});
  }
  /**
   * Looks up the stored records for each chunk. The lookup for the next chunk runs while the caller processes the
   * current chunk.
   */
  async function* lookedUp(): AsyncGenerator<Chunk> {
    for await (const { rows: judged, withdrawn } of fileChunks(file, terms, { isDropped })) {
      const keyed = (row: JudgedRow) => keyedVisit(facts.ids.named(readVisit(row, terms.reading)), terms.lookUp);
      const visits = judged.map(keyed);
      const deceased = [
        ...withdrawn.flatMap(({ row, status }) => (status === "deceased" ? [keyed(row)] : [])),
        ...visits.filter(({ visit }) => visit.open === "deceased"),
      ];
      const all = [...visits, ...deceased];
      const known = storage.read(account, (stores) => knownRecords(stores, all, terms.lookUp));
      // Prevent an unhandled rejection. The error is thrown when the caller awaits this chunk.
      known.catch(() => {});
      const open = judged.flatMap((row) => (row.open ? [{ row, status: row.open }] : []));
      const withdrawals = [
        ...withdrawn.map((row) => withdrawalOfRow(row, false)),
        ...open.map((row) => withdrawalOfRow(row, true)),
      ];
      yield { visits, deceased, withdrawals, withdrawn, known };
    }
  }
  try {
    await plans.restart();
    for await (const { visits, deceased, withdrawals, withdrawn, known } of prefetch(lookedUp())) {
      const staged = judge(visits, deceased, await known);
      await plans.handOver(withdrawn);
      parts.push({ position: position++, body: JSON.stringify({ ...staged, withdrawals }) });
      if (parts.length === partsAtOnce) await add();
      onRows((rows += visits.length));
    }
    if (parts.length > 0) await add();
  } finally {
    await adding;
  }
  return { counts: counts(), assigned: assigned() };
}

type Chunk = {
  readonly visits: readonly KeyedVisit[];
  /** Rows about patients who died. They have a withdrawal too. */
  readonly deceased: readonly KeyedVisit[];
  /** Rows that withdraw an appointment, and rows whose invite is withheld. Both take back a planned invite. */
  readonly withdrawals: readonly Withdrawal[];
  readonly withdrawn: readonly WithdrawnRow[];
  readonly known: Promise<KnownRecords>;
};
