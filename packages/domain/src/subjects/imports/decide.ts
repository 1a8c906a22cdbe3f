import { base62, numberOf, type Secrets } from "../../foundation/kernel/encodings.js";
import type { AccountId, AppointmentId, ImportRunId } from "../../foundation/kernel/ids.js";
import { prefetch } from "../../foundation/kernel/storage.js";
import { type CalendarDate, type Instant, toSecond } from "../../foundation/kernel/times.js";
import { isLoading, type LastLoad } from "../../foundation/records/load-store.js";
import {
  contactsIn,
  patientIdsIn,
  readSuppression,
  type Suppression,
  type SuppressionReads,
} from "../../foundation/records/personal-data.js";
import type { SettingStores } from "../../foundation/unit-of-work/unit-of-work.js";
import type { Appointment } from "../appointments/appointment.js";
import { discardStaged, partsAtOnce, type StagedCorrection, type StagedInvite, type StagedRows } from "./apply.js";
import { type Judgement, judgeVisit } from "./decision-table.js";
import { runMemory } from "./earlier-rows.js";
import { type FileFacts, readVersions, type RunTerms, runTerms } from "./first-reading.js";
import {
  chooseConnection,
  columnWarnings,
  type ImportConnection,
  type ImportConnectionStore,
  refuseMissingColumns,
} from "./import-connection.js";
import { importErrorOf } from "./import-item.js";
import {
  type FileReading,
  type ImportAttempt,
  type ImportCounts,
  type ImportErrorRow,
  type ImportErrorType,
  type ImportOptions,
  type ImportRunStore,
  type ImportSide,
  type ImportStart,
  noWithdrawals,
  type PlanListener,
  type RunIds,
  type RunStores,
  type StagedPart,
  type StoredRun,
  type StorePorts,
} from "./import-run.js";
import {
  anyPartial,
  deceasedKeys,
  type KeyedVisit,
  keyedVisit,
  type KnownRecords,
  knownRecords,
  type LookUpStores,
  patientOf,
  visitOf,
  visitsOfAppointment,
} from "./match.js";
import { type PlanCollector, planCollector } from "./row-plans.js";
import {
  emptyFile,
  fileChunks,
  type JudgedRow,
  readVisit,
  type RowFilter,
  type Visit,
  type WithdrawnRow,
} from "./rows.js";
import { contactsOf, filledFrom } from "./same-person.js";
import type { ImportFile, ImportRow } from "./source-system.js";
import { isOpen, statusAfter } from "./status-words.js";
import { type Withdrawal, withdrawalOf } from "./withdrawals.js";

export type ImportPorts = StorePorts<JudgingStores, LastLoad> & { readonly secrets: Secrets };

type JudgingStores = LookUpStores &
  LastLoad &
  SuppressionReads &
  SettingStores & {
    readonly importConnections: Pick<ImportConnectionStore, "all">;
    readonly importRuns: Pick<ImportRunStore, "last" | "incomplete" | "withDigest" | "undone">;
  };

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
  ports: ImportPorts,
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
  { storage, clock, secrets }: ImportPorts,
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
  { storage }: Pick<ImportPorts, "storage">,
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

/** Creates a function that checks the rows of a file in order and returns the records to store. */
function judgeRows(
  terms: RunTerms,
  facts: Omit<FileFacts, "digest">,
  isTest: boolean,
  notePlan: PlanCollector["note"],
) {
  const { connection, lookUp, uploadDate, uploadedAt } = terms;
  const memory = runMemory(facts, lookUp);
  const count = runCount(connection, uploadDate);
  const assigned = { appointments: 0, invites: 0, errors: 0 };
  const isStored = connection.capturesAppointments && !isTest;
  const deaths = new Set<string>();

  function judge(row: KeyedVisit, known: KnownRecords): Judgement & { readonly isWithdrawn: boolean } {
    const judgement = judgeVisit(row.visit, terms, memory.against(row, known));
    // Sending starts before later rows are stored, so an invite that a later row of the file withdraws is never planned.
    const isWithdrawn = facts.lastWords.isWithdrawn(row.keys, row.visit.at);
    return { ...judgement, isWithdrawn, isInvited: judgement.isInvited && !isWithdrawn };
  }

  /**
   * Creates the appointment for a row that passed the appointment rules. If the row updates a stored appointment, keeps
   * its id.
   */
  function capture(row: KeyedVisit, before: Appointment | undefined): Appointment | undefined {
    const id = before?.id ?? (isStored ? ((assigned.appointments += 1), -assigned.appointments) : null);
    memory.keepCaptured(row, id);
    return id === null ? undefined : appointmentOf(row.visit, id, before, { connection: connection.name, uploadedAt });
  }

  function invite(row: KeyedVisit): StagedInvite | undefined {
    const id = isTest ? null : ((assigned.invites += 1), -assigned.invites);
    memory.keepInvited(row, id);
    return id === null ? undefined : invitation(row, id);
  }

  function invitation({ visit, keys, plannedAt }: KeyedVisit, id: number): StagedInvite | undefined {
    if (!keys.contact) return undefined;
    return {
      id,
      type: keys.contact.type,
      contact: keys.contact.value,
      customerName: visit.patientName || null,
      locationId: visit.location.place?.id ?? null,
      providerId: visit.provider.place?.id ?? null,
      patientId: visit.patientId,
      visit: keys.invited ?? null,
      plannedAt,
    };
  }

  /**
   * Creates the corrected invite for an appointment that a row updates. `versions` contains the appointment after and
   * before the update.
   */
  function correctionOf(row: KeyedVisit, versions: readonly Appointment[]): StagedCorrection | undefined {
    const invite = invitation(row, 0);
    const visits = [...new Set(versions.flatMap(visitsOfAppointment))];
    const contacts = versions[0] ? contactsOf(versions[0]) : [];
    return invite && { ...invite, visit: visits[0] ?? null, visits, contacts, near: row.near };
  }

  /**
   * Adds the appointment of a row to the records to store. If the row updates a stored appointment, also adds the
   * correction of the planned invite.
   */
  function addCaptured(row: KeyedVisit, known: KnownRecords, staged: Judged): Appointment | undefined {
    const before = isStored ? memory.storedVersion(row, known) : undefined;
    const appointment = capture(row, before);
    if (appointment) staged.appointments.push(appointment);
    if (!before) return appointment;
    if (before.status !== null && !isOpen(before.status) && row.visit.open === null) staged.restored += 1;
    const correction = connection.sendsInvites ? correctionOf(row, [appointment ?? before, before]) : undefined;
    if (correction) staged.corrections.push(correction);
    return appointment;
  }

  function addInvited(row: KeyedVisit, staged: Judged): void {
    const following = invite(row);
    if (following) staged.invites.push(following);
  }

  /**
   * Adds the unknown appointment of a patient who died, even if a rule skips the row, so that later imports know about
   * the death. The withdrawal of the row then sets the status.
   */
  function addDeceased(row: KeyedVisit, known: KnownRecords, staged: Judged): void {
    if (isTest) return;
    if (!isStored || row.visit.at === null) return addDeath(row, known, staged);
    if (memory.against(row, known).duplicate(row.visit) ?? memory.storedVersion(row, known)) return;
    const appointment = capture(row, undefined);
    if (appointment) staged.appointments.push(appointment);
  }

  /**
   * Adds an appointment that only records a death, for a row whose own appointment is not stored. Another connection can
   * give the appointment its id.
   */
  function addDeath(row: KeyedVisit, known: KnownRecords, staged: Judged): void {
    const keys = deceasedKeys(patientOf(row.visit));
    const isNews = keys.some((key) => !deaths.has(key.value) && known.appointmentWith(key) === undefined);
    if (!isNews || memory.storedVersion(row, known)) return;
    for (const { value } of keys) deaths.add(value);
    const visit: Visit = { ...row.visit, ref: null, at: row.visit.at ?? uploadDate, open: "deceased" };
    const about = { connection: connection.name, uploadedAt };
    staged.appointments.push(appointmentOf(visit, -(assigned.appointments += 1), undefined, about));
  }

  return {
    /** Checks a chunk of rows and returns the records to store, in row order. */
    judge(
      rows: readonly KeyedVisit[],
      deceased: readonly KeyedVisit[],
      known: KnownRecords,
    ): Omit<StagedRows, "withdrawals"> {
      const staged: Judged = {
        ...{ appointments: [], newPatients: [], invites: [], errors: [], corrections: [], restored: 0 },
      };
      for (const row of rows) {
        const judgement = judge(row, known);
        const errors = judgement.findings.map((finding) => importErrorOf(-(assigned.errors += 1), finding, row.visit));
        staged.errors.push(...errors);
        notePlan(row, { ...judgement, errors });
        const isNew = judgement.isCaptured && memory.isNewPatient(row, known);
        const captured = judgement.isCaptured ? addCaptured(row, known, staged) : undefined;
        if (captured && isNew) staged.newPatients.push(captured.id);
        if (!judgement.isCaptured) memory.keepSuperseded(row, known);
        if (judgement.isInvited) addInvited(row, staged);
        count.note(judgement, row.visit.date, isNew);
      }
      for (const row of deceased) addDeceased(row, known, staged);
      return { rows: rows.length, ...staged };
    },
    counts: count.counts,
    /** Returns the number of ids that the run assigns, by kind of record. */
    assigned: () => ({ ...assigned }),
  };
}

type Judged = {
  readonly appointments: Appointment[];
  readonly newPatients: number[];
  readonly invites: StagedInvite[];
  readonly errors: ImportErrorRow[];
  readonly corrections: StagedCorrection[];
  restored: number;
};

function appointmentOf(
  visit: Visit,
  id: number,
  before: Appointment | undefined,
  { connection, uploadedAt }: { readonly connection: string; readonly uploadedAt: Instant },
): Appointment {
  const row = { ...visitOf({ visit }), bookedAt: visit.bookedAt };
  // If only one of the two has an appointment id, the row may know less about the visit.
  const isPartial = before !== undefined && (visit.ref === null || before.source === null);
  const { at, bookedAt, patientId, patientName, dateOfBirth, phones, email, locationId, providerId } = isPartial
    ? filledFrom(before, row)
    : row;
  return {
    id: id as AppointmentId,
    at: at as Appointment["at"],
    ...{ bookedAt, patientId, patientName, dateOfBirth, phones, email, locationId, providerId },
    revenue: before?.revenue ?? null,
    source: sourceOf(visit, before, connection),
    ...statusAfter(before, visit.open, uploadedAt),
  };
}

/** Returns the appointment's id in the practice's system. If the row has no id, keeps the stored id. */
const sourceOf = ({ ref }: Visit, before: Appointment | undefined, connection: string): Appointment["source"] =>
  ref === null ? (before?.source ?? null) : { connection, ref };

const mismatches: ReadonlySet<ImportErrorType> = new Set(["location_mismatch", "provider_mismatch"]);

function runCount({ capturesAppointments, sendsInvites }: ImportConnection, uploadDate: CalendarDate) {
  let [rows, passed, invited, unplaced, warnings, patients] = [0, 0, 0, 0, 0, 0];
  let [first, last]: [CalendarDate | undefined, CalendarDate | undefined] = [undefined, undefined];
  const errors: Record<ImportSide, Partial<Record<ImportErrorType, number>>> = { appointments: {}, invites: {} };
  return {
    note({ findings, isCaptured, isInvited }: Judgement, date: CalendarDate | null, isNewPatient: boolean): void {
      rows += 1;
      passed += Number(isCaptured);
      invited += Number(isInvited);
      patients += Number(isNewPatient);
      for (const { side, type, level } of findings) {
        errors[side][type] = (errors[side][type] ?? 0) + 1;
        unplaced += Number(mismatches.has(type));
        warnings += Number(level === "warning");
      }
      if (date === null) return;
      if (first === undefined || date < first) first = date;
      if (last === undefined || date > last) last = date;
    },
    counts: (): ImportCounts => ({
      rowsProcessed: rows,
      appointmentCaptured: capturesAppointments ? passed : 0,
      skippedAppointments: capturesAppointments ? rows - passed : 0,
      scheduledInvites: invited,
      skippedInvites: sendsInvites ? rows - invited : 0,
      mismatches: unplaced,
      warnings,
      newPatients: capturesAppointments ? patients : 0,
      errors,
      startDate: first ?? uploadDate,
      endDate: last ?? uploadDate,
    }),
  };
}
