import { setImmediate } from "node:timers/promises";
import {
  type AccountId,
  type ErasedIdentifier,
  type ErasedPeopleStore,
  type ErrorPage,
  type ImportAttemptStore,
  type ImportConnectionStore,
  type ImportErrorStore,
  importErrorTypes,
  type ImportRunStore,
  importSides,
  isEnded,
  type JournalStore,
  type PatientFilePage,
  type PatientFileStore,
  type PatientWarningStore,
  type RunPage,
  type StagedRowStore,
  type Stop,
  type StopStore,
  type SurveyVisitStore,
  type StoredRun,
  type UploadDirectory,
  type UploadId,
  type UploadStore,
} from "@repute/domain";
import type { Session } from "../engine.js";
import { found, lookupTable, slices } from "../tables/bound-rows.js";
import { key, text } from "../tables/columns.js";
import {
  importAttemptTable,
  importConnectionTable,
  importErrorTable,
  importRunTable,
  journalTable,
  patientFileTable,
  patientWarningTable,
  stagedRowTable,
  stopTable,
  surveyVisitTable,
  uploadTable,
} from "../tables/imports.js";
import { recordTable } from "../tables/table.js";
import { removeTexts } from "./record-store.js";

export function importRunStore(session: Session): ImportRunStore {
  const find = (where: string, values: readonly (string | number)[]) => importRunTable.find(session, where, values);
  return {
    last: async (account) => (await find("account_id = $1 ORDER BY id DESC LIMIT 1", [account]))[0],
    byId: async (account, id) => (await find("account_id = $1 AND id = $2", [account, id]))[0],
    incomplete: (account) => find(interrupted, [account]),
    withDigest: async (account, digest) => (await find(sameFile, [account, digest]))[0],
    undone: (account) => find(undoneRuns, [account]),
    page: (account, page) => find(runsOnPage(page), [account, page.before, page.limit, ...daysOf(page)]),
    save: (account, stored: StoredRun) => {
      const { id, isTest, startDate } = stored.run;
      const undoneAt = stored.undo?.at ?? null;
      return importRunTable.save(session, account, [{ ...stored, id, isTest, startDate, undoneAt }]);
    },
  };
}

/** SQL condition for incomplete import runs. The subquery finds the few incomplete runs in an index. */
const interrupted = `account_id = $1 AND id IN
  (SELECT id FROM import_runs WHERE account_id = $1 AND is_complete = FALSE) ORDER BY id`;

const undoneRuns = `account_id = $1 AND id IN
  (SELECT id FROM import_runs WHERE account_id = $1 AND undone_at > 0) ORDER BY id`;

const sameFile = "account_id = $1 AND digest = $2 AND is_complete AND undone_at IS NULL ORDER BY id DESC LIMIT 1";

const runsOnPage = ({ tests, unfinished }: RunPage): string =>
  `account_id = $1 AND id < $2 ${unfinished ? "" : "AND (is_complete OR undone_at IS NOT NULL)"} AND start_date >= $4 AND start_date < $5
    ${tests ? "" : "AND NOT is_test"} ORDER BY id DESC LIMIT $3`;

/**
 * Returns the bounds of the start date.
 * Missing bounds become an empty string and `~`, which sort before and after all dates.
 */
const daysOf = ({ from, to }: RunPage): readonly string[] => [from ?? "", to ?? "~"];

export const importAttemptStore = (session: Session): ImportAttemptStore => ({
  byId: async (account, id) =>
    (await importAttemptTable.find(session, "account_id = $1 AND id = $2", [account, id]))[0],
  page: (account, { before, limit }) =>
    importAttemptTable.find(session, "account_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3", [account, before, limit]),
  unfinished: (account) => importAttemptTable.find(session, unfinishedAttempts, [account]),
  save: (account, attempt) => importAttemptTable.save(session, account, [attempt]),
});

const unfinishedAttempts = `account_id = $1 AND id IN
  (SELECT id FROM import_attempts WHERE account_id = $1 AND status IN ('running', 'failed')
    AND (status = 'running' OR run_id IS NOT NULL)) ORDER BY id`;

const maxRowsRemoved = 50;

/** Returns the store of checked import rows whose appointments are not stored yet. */
export const stagedRowStore = (session: Session): StagedRowStore => ({
  add: (account, staging, parts, now) =>
    stagedRowTable.append(
      session,
      account,
      parts.map((part) => ({ ...part, staging, addedAt: now })),
    ),
  async next(account, staging, after, max) {
    const rows = await stagedRowTable.find(session, nextRows, [account, staging, after, max]);
    return rows.map(({ position, body }) => ({ position, body }));
  },
  async replace(account, staging, { position, body }) {
    const sql = "UPDATE staged_rows SET body = $4 WHERE account_id = $1 AND staging = $2 AND position = $3";
    await session.run(sql, [account, staging, position, body]);
  },
  remove: (account, staging, upTo) => session.run(rowRemoval, [account, staging, upTo]),
  async abandoned(account, before) {
    const rows = await session.query(abandonedRows, [account, before]);
    return rows.map(({ staging }) => staging as string);
  },
});

const nextRows = "account_id = $1 AND staging = $2 AND position > $3 ORDER BY position LIMIT $4";

const rowRemoval = `DELETE FROM staged_rows WHERE account_id = $1 AND staging = $2 AND position IN
  (SELECT position FROM staged_rows WHERE account_id = $1 AND staging = $2 AND position <= $3
    ORDER BY position LIMIT ${maxRowsRemoved})`;

/** Finds abandoned staging ids. The age of a staging id is the age of its first row, which has position 0. */
const abandonedRows = `SELECT staging FROM staged_rows WHERE account_id = $1 AND position = 0 AND added_at < $2
  AND staging NOT IN (SELECT staging FROM import_runs WHERE account_id = $1)`;

export const journalStore = (session: Session): JournalStore => ({
  async add(account, entries) {
    for (const entry of entries) await journalTable.insert(session, account, entry);
  },
  page: (account, { run, step, position }, limit) =>
    journalTable.find(session, nextEntries, [account, run, step, position, limit]),
  last: (account, run, limit) => journalTable.find(session, lastEntries, [account, run, limit]),
  replace: (account, entry) => journalTable.save(session, account, [entry]),
  remove: (account, places) =>
    journalTable.remove(
      session,
      account,
      places.map((place) => ({ ...place, body: "" })),
    ),
});

const nextEntries = `account_id = $1 AND (run_id, step, position) > ($2, $3, $4)
  ORDER BY run_id, step, position LIMIT $5`;

const lastEntries = "account_id = $1 AND run_id = $2 ORDER BY step DESC, position DESC LIMIT $3";

export const importErrorStore = (session: Session): ImportErrorStore => ({
  save: (account, run, errors) =>
    importErrorTable.save(
      session,
      account,
      errors.map(({ side, row, item }) => ({
        run,
        id: item.id,
        side,
        row,
        json: JSON.stringify(item),
        type: item.error_type,
      })),
    ),
  async remove(account, run, ids) {
    const sql = `DELETE FROM import_errors WHERE account_id = $1 AND run_id = $2 AND ${session.dialect.oneOf("id", "integer", "$3")}`;
    for (const slice of slices(ids, () => 1)) {
      await session.run(sql, [account, run, session.dialect.list(slice)]);
      await setImmediate();
    }
  },
  async page(account, page) {
    await setImmediate();
    const values = [account, page.run, page.after, page.limit];
    return page.side === undefined && page.types === undefined
      ? importErrorTable.find(session, `${ofRun} ORDER BY id LIMIT $4`, values)
      : importErrorTable.find(session, ofTypes(page), values);
  },
});

const ofRun = "account_id = $1 AND run_id = $2 AND id > $3";

/**
 * Returns the SQL condition for the next error rows of some types.
 * Each type has its own index lookup, so that the search for a rare type does not scan the other types.
 */
function ofTypes({ side, types = importErrorTypes }: ErrorPage): string {
  const sides = importSides.filter((one) => (side ?? one) === one);
  const ids = sides.flatMap((one) =>
    types.map(
      (type) => `SELECT * FROM (SELECT id FROM import_errors WHERE ${ofRun} AND side = '${one}' AND type = '${type}'
        ORDER BY id LIMIT $4) AS near_${one}_${type}`,
    ),
  );
  return `account_id = $1 AND run_id = $2 AND id IN
    (SELECT id FROM (${ids.join(" UNION ALL ")}) AS next ORDER BY id LIMIT $4) ORDER BY id`;
}

export const importConnectionStore = (session: Session): ImportConnectionStore => ({
  all: (account) => importConnectionTable.find(session, "account_id = $1 ORDER BY name", [account]),
  save: (account, connections) => importConnectionTable.save(session, account, connections),
  remove: (account, names) => removeTexts(session, "import_connections", "name", account, names),
});

export const stopStore = (session: Session): StopStore => ({
  async among(account, contacts) {
    const stops: Stop[] = [];
    const distinct = [...new Set(contacts)].map((contact) => [contact]);
    for (const slice of slices(distinct, () => 1, 500)) {
      for (const { wanted, since } of await session.query(sinceWhen(session), [account, JSON.stringify(slice)])) {
        stops.push({ contact: wanted, since: since === "" ? null : Number(since) } as Stop);
      }
      await setImmediate();
    }
    return stops;
  },
  page: (account, { after, limit }) =>
    stopTable.find(session, "account_id = $1 AND contact > $2 ORDER BY contact LIMIT $3", [account, after, limit]),
  save: (account, stops) => stopTable.save(session, account, stops),
  remove: (account, contacts) => removeTexts(session, "stops", "contact", account, contacts),
});

/**
 * Returns a query with one index lookup per contact. If the time of a contact's stop is unknown, it is an empty string.
 */
const sinceWhen = ({ dialect }: Session): string =>
  found(
    "since",
    `SELECT wanted, (SELECT coalesce(CAST(since AS TEXT), '') FROM stops
        WHERE account_id = $1 AND contact = lookup.wanted) AS since
      FROM ${lookupTable(dialect, "$2", { wanted: "text" })}`,
  );

const erasedPeopleTable = recordTable<ErasedIdentifier>("erased_people", {
  hash: key(text("hash")),
  person: key(text("person")),
});

/** Returns the store of the suppression list. */
export const erasedPeopleStore = (session: Session): ErasedPeopleStore => ({
  async all(account) {
    const rows = await session.query("SELECT DISTINCT hash FROM erased_people WHERE account_id = $1 ORDER BY hash", [
      account,
    ]);
    return rows.map((row) => row["hash"] as string);
  },
  add: (account, identifiers) => erasedPeopleTable.save(session, account, identifiers),
  async lift(account, hashes) {
    let removed = 0;
    for (const hash of hashes) {
      const entries = await erasedPeopleTable.find(
        session,
        "account_id = $1 AND person IN (SELECT person FROM erased_people WHERE account_id = $1 AND hash = $2)",
        [account, hash],
      );
      await erasedPeopleTable.remove(session, account, entries);
      removed += entries.length;
    }
    return removed;
  },
});

export const patientFileStore = (session: Session): PatientFileStore => ({
  byId: async (account, id) => (await patientFileTable.find(session, "account_id = $1 AND id = $2", [account, id]))[0],
  page: (account, page) => patientFileTable.find(session, filesOnPage(page), [account, ...pageValues(page)]),
  withDigest: async (account, digest) => (await patientFileTable.find(session, sameContent, [account, digest]))[0],
  unfinished: (account) => patientFileTable.find(session, unfinishedFiles, [account]),
  save: (account, file) => patientFileTable.save(session, account, [file]),
});

const filesOnPage = ({ type }: PatientFilePage): string =>
  `account_id = $1 AND created_at >= $2 AND created_at < $3 AND (created_at, id) < ($4, $5)
    ${type === undefined ? "" : "AND type = $7"} ORDER BY created_at DESC, id DESC LIMIT $6`;

/** Returns the bound values of the statement `onPage`. Without `after`, they select the newest files. */
function pageValues({ window, type, after, limit }: PatientFilePage): readonly (number | string)[] {
  const bounds = [window.from ?? Number.MIN_SAFE_INTEGER, window.to ?? Number.MAX_SAFE_INTEGER];
  const place = after ? [after.createdAt, after.id] : [Number.MAX_SAFE_INTEGER, 0];
  return [...bounds, ...place, limit, ...(type === undefined ? [] : [type])];
}

const sameContent = "account_id = $1 AND digest = $2 AND status = 'Done' ORDER BY id DESC LIMIT 1";

/** Condition for unfinished patient files. The subquery finds the few unfinished files in an index. */
const unfinishedFiles = `account_id = $1 AND id IN
  (SELECT id FROM patient_files WHERE account_id = $1 AND status IN ('Pending', 'Started')) ORDER BY id`;

export const patientWarningStore = (session: Session): PatientWarningStore => ({
  append: (account, file, warnings) =>
    patientWarningTable.append(
      session,
      account,
      warnings.map((warning) => ({ ...warning, file })),
    ),
  async page(account, { file, after, limit }) {
    const rows = await patientWarningTable.find(session, nextWarnings, [account, file, after, limit]);
    await setImmediate();
    return rows.map(({ id, json }) => ({ id, json }));
  },
  async remove(account, file, ids) {
    const some = session.dialect.oneOf("id", "integer", "$3");
    const sql = `DELETE FROM patient_warnings WHERE account_id = $1 AND file_id = $2 AND ${some}`;
    for (const slice of slices(ids, () => 1)) {
      await session.run(sql, [account, file, session.dialect.list(slice)]);
      await setImmediate();
    }
  },
});

const nextWarnings = "account_id = $1 AND file_id = $2 AND id > $3 ORDER BY id LIMIT $4";

export const surveyVisitStore = (session: Session): SurveyVisitStore => ({
  save: (account, file, part) => surveyVisitTable.save(session, account, [{ ...part, file }]),
  async next(account, file, after) {
    const [part] = await surveyVisitTable.find(session, nextVisits, [account, file, after]);
    return part && { position: part.position, visits: part.visits };
  },
  remove: (account, file, position) => surveyVisitTable.remove(session, account, [{ file, position, visits: [] }]),
});

const nextVisits = "account_id = $1 AND file_id = $2 AND position > $3 ORDER BY position LIMIT 1";

export const uploadStore = (session: Session): UploadStore => ({
  byId: async (account, id) => (await uploadTable.find(session, "account_id = $1 AND id = $2", [account, id]))[0],
  page: (account, before, limit) =>
    uploadTable.find(session, "account_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3", [account, before, limit]),
  ofFile: (account, sha256) =>
    uploadTable.find(session, "account_id = $1 AND sha256 = $2 ORDER BY id DESC", [account, sha256]),
  unfinished: (account) => uploadTable.find(session, "account_id = $1 AND ended_at IS NULL ORDER BY id", [account]),
  async save(account, upload) {
    await uploadTable.save(session, account, [upload]);
    const { id, receivedAt, content } = upload;
    await (isEnded(upload)
      ? session.run("DELETE FROM waiting_uploads WHERE account_id = $1 AND upload_id = $2", [account, id])
      : session.run(waiting, [account, id, receivedAt, content]));
  },
  forget: async (account, before) => void (await session.run(endedBefore, [account, before])),
});

const waiting = `INSERT INTO waiting_uploads (account_id, upload_id, received_at, content) VALUES ($1, $2, $3, $4)
  ON CONFLICT (account_id, upload_id) DO NOTHING`;

const endedBefore = "DELETE FROM uploads WHERE account_id = $1 AND received_at < $2 AND ended_at IS NOT NULL";

const allWaiting = `SELECT w.account_id, w.upload_id, w.content, a.disabled
  FROM waiting_uploads w JOIN accounts a ON a.id = w.account_id
  ORDER BY w.received_at, w.account_id, w.upload_id`;

/** Returns the store that finds unfinished uploads in all accounts. `session` must see the latest commit. */
export const uploadDirectory = (session: Session): UploadDirectory => ({
  waiting: async () =>
    (await session.query(allWaiting, [])).map((row) => ({
      account: row["account_id"] as AccountId,
      id: row["upload_id"] as UploadId,
      content: row["content"] as string,
      accountDisabled: Boolean(row["disabled"]),
    })),
});
