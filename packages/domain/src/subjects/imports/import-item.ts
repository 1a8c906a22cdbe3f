import type { FeedList, FeedReader } from "../../foundation/feed/feed.js";
import { jsonEntry, pagesOfEntries, plainEntry } from "../../foundation/feed/publication.js";
import { invalidParameter, notFound } from "../../foundation/kernel/domain-error.js";
import { type AccountId, idInPath, type ImportRunId } from "../../foundation/kernel/ids.js";
import { pagesOf, type Reads, type ReadStores } from "../../foundation/kernel/storage.js";
import {
  type CalendarDate,
  type Instant,
  isoInstant,
  localCalendar,
  type LocalCalendar,
  plusDays,
  spacedInstant,
} from "../../foundation/kernel/times.js";
import { type AppliedWindow, parseWindow } from "../../foundation/kernel/window.js";
import type { KeyQuery, WithMember } from "../../foundation/lists/list-query.js";
import type { ListReading } from "../../foundation/lists/read-list.js";
import { readRecords, type RecordPorts } from "../../foundation/lists/read-records.js";
import { publishRowsOf, type RecordPosition, type RenderedPage } from "../../foundation/records/record-lists.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import type { MomentOrDay } from "../appointments/appointment.js";
import type { Finding } from "./decision-table.js";
import {
  type ImportErrorItem,
  type ImportErrorRow,
  type ImportErrorStore,
  type ImportErrorType,
  importErrorTypes,
  type ImportRun,
  type ImportRunItem,
  type ImportSide,
  importSides,
  type ListedImportError,
  type ListedImportRun,
  type StoredError,
  type StoredRun,
} from "./import-run.js";
import type { Visit } from "./rows.js";

export const importRunItem = (run: ImportRun): ImportRunItem => ({
  import_id: run.id,
  rows_processed: run.rowsProcessed,
  mismatches: run.mismatches,
  warnings: run.warnings,
  errors: run.errors,
  is_test: run.isTest,
  appointment_captured: run.appointmentCaptured,
  new_patients: run.newPatients,
  scheduled_invites: run.scheduledInvites,
  skipped_appointments: run.skippedAppointments,
  skipped_invites: run.skippedInvites,
  start_date: run.startDate,
  end_date: run.endDate,
  upload_date: secondOf(run.uploadedAt),
  ...(run.undoneAt !== undefined && { undone_at: secondOf(run.undoneAt) }),
});

/** Formats a time in UTC, such as `2026-03-01 17:05:00`. */
export const secondOf = (time: Instant): string => spacedInstant(time).slice(0, 19);

/** Members of a published import run. `errors` is published only on v2. */
export type RunMembers = { readonly errors: boolean };

/** Converts an import run to a list item. If `tests` is true, the item contains `is_test`. */
function shownRun(run: ImportRun, members: RunMembers, tests: boolean): ListedImportRun {
  const { errors, is_test: isTest, ...item } = importRunItem(run);
  return { ...item, ...(members.errors ? { errors } : {}), ...(tests ? { is_test: isTest } : {}) };
}

/** Formats a time for publication. A date without a time of day stays a date. */
export const shown = (time: MomentOrDay | null): string | null => (typeof time === "number" ? isoInstant(time) : time);

/** Returns the error row of a finding, with the details of its row. */
export function importErrorOf(id: number, { side, type, level, info }: Finding, visit: Visit): ImportErrorRow {
  const item: ImportErrorItem = {
    id,
    error_type: type,
    error_level: level,
    patient_name: visit.patientName,
    patient_id: visit.patientId ?? "",
    appointment_date: shown(visit.at),
    location_name: visit.location.text,
    provider: visit.provider.text,
    phone: visit.phones[0] ?? null,
    email: visit.sentEmail,
    date_of_birth: visit.dateOfBirth,
    state: visit.state,
    ...(Object.keys(info).length > 0 ? { match_info: info } : undefined),
  };
  return { side, row: visit.row, item };
}

/** Names of the lists that publish error rows about appointments and about invites. */
const errorLists: Readonly<Record<ImportSide, FeedList>> = {
  appointments: "integration-imports/appointments",
  invites: "integration-imports/invites",
};

type Publishing = Pick<UnitOfWork, "stores" | "account" | "now">;

/** Publishes complete import runs, including test runs. */
export async function publishRuns(runs: readonly ImportRun[], { stores, account, now }: Publishing): Promise<void> {
  const entries = runs.map((run) => plainEntry({ id: run.id, item: shownRun(run, { errors: true }, true) }, now));
  await stores.feed.publish(account, "integration-imports", entries);
}

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

type ErrorText = Pick<StoredError, "run" | "id" | "side" | "json">;

export const errorText = (run: ImportRun["id"], { side, item }: ImportErrorRow): ErrorText => ({
  ...{ run, side, id: item.id, json: JSON.stringify(item) },
});

/** Returns whether a run is in the list of imports. A run that is being undone is. */
export const isListed = ({ isComplete, undo }: StoredRun): boolean => isComplete || undo !== null;

const runsPerPage = 100;

/**
 * Renders import runs again, latest first. Renders each run together with its first error rows. An unfinished run is in
 * no list, but the error rows that it has stored so far are.
 */
export async function renderRuns(
  work: Pick<UnitOfWork, "stores" | "account" | "now">,
  [before = Number.MAX_SAFE_INTEGER, firstAfter = 0]: RecordPosition,
): Promise<RenderedPage> {
  const { stores, account } = work;
  const runs = await stores.importRuns.page(account, { before, limit: runsPerPage, tests: true, unfinished: true });
  const { begun, rest } = await publishRowsOf(runs, firstAfter, async ({ run }, rows) => {
    const errors = await stores.importErrors.page(account, { run: run.id, ...rows });
    await publishErrors(errors, work);
    return errors;
  });
  const complete = begun.flatMap((stored) => (isListed(stored) ? [stored.run] : []));
  await publishRuns(complete, work);
  const last = runs.length === runsPerPage ? runs.at(-1) : undefined;
  const next = rest ? [rest.record.run.id + 1, rest.after] : last && [last.run.id];
  return { count: complete.length, ...(next && { next }) };
}

export type ImportQuery = KeyQuery & {
  readonly start_date?: string;
  readonly end_date?: string;
  readonly show_test_runs?: "true" | "false";
};

type ReadingPorts = RecordPorts<ReadStores> & { readonly storage: { readonly feed: FeedReader } };

/** Lists the import runs of an account, newest first. */
export function listImports(ports: ReadingPorts) {
  const { storage } = ports;
  return async <Members extends RunMembers>(
    account: AccountId,
    query: ImportQuery,
    members: Members,
  ): Promise<ListReading<WithMember<ListedImportRun, "errors", Members["errors"]>>> => {
    const { timeZone } = await storage.read(account, ({ settings }) => settings.read(account));
    const bounds = {
      start: ["start_date", query.start_date],
      end: ["end_date", query.end_date],
    } as const;
    const window = parseWindow(bounds, "onward", timeZone);
    const tests = query.show_test_runs === "true";
    const days = window ? daysWithin(window, localCalendar(timeZone)) : {};
    const limit = 500;
    return readRecords(ports, account, query, {
      ...{ list: "integration-imports", window, limit },
      page: ({ importRuns }, last: StoredRun | undefined) =>
        importRuns.page(account, { ...days, tests, limit, before: last?.run.id ?? Number.MAX_SAFE_INTEGER }),
      itemOf: ({ run }) => ({ id: run.id, json: JSON.stringify(shownRun(run, members, tests)) }),
    });
  };
}

/** Returns the range of local dates whose midnight is in the time range. */
function daysWithin({ from, to }: AppliedWindow, calendar: LocalCalendar) {
  const firstFrom = (instant: Instant): CalendarDate => {
    const date = calendar.dateOf(instant);
    return calendar.startOf(date) >= instant ? date : plusDays(date, 1);
  };
  return { ...(from !== undefined && { from: firstFrom(from) }), ...(to !== undefined && { to: firstFrom(to) }) };
}

/**
 * Lists the error rows of an import run about appointments or about invites, in ascending order of id. `error_types`
 * filters the error rows by type. Throws `import_not_found` and `unknown_error_type`.
 */
export function listImportErrors(ports: ReadingPorts) {
  const { storage } = ports;
  return async (
    account: AccountId,
    importId: string,
    side: ImportSide,
    query: KeyQuery & { readonly error_types?: string },
  ): Promise<ListReading<ListedImportError>> => {
    const types = parseErrorTypes(query.error_types);
    const id = idInPath<ImportRunId>(importId);
    const stored = id && (await storage.read(account, ({ importRuns }) => importRuns.byId(account, id)));
    if (!stored || !isListed(stored)) throw notFound("import_not_found", "the account has no such import");
    const page = { run: stored.run.id, side, limit: 1_000, ...(types && { types }) };
    const about = JSON.stringify({ import_id: stored.run.id, upload_date: secondOf(stored.run.uploadedAt) });
    return readRecords(ports, account, query, {
      ...{ list: errorLists[side], window: undefined, limit: page.limit },
      opening: `${about.slice(0, -1)},"records":[`,
      page: ({ importErrors }, last: StoredError | undefined) =>
        importErrors.page(account, { ...page, after: last?.id ?? 0 }),
      itemOf: (error) => error,
    });
  };
}

/**
 * Parses error types that are separated by commas. Returns `undefined` for an empty string. Throws
 * `unknown_error_type`.
 */
function parseErrorTypes(text = ""): readonly ImportErrorType[] | undefined {
  if (text === "") return undefined;
  const names = text.split(",", importErrorTypes.length * 4).map((name) => name.trim());
  if (text.length > 1_000 || !names.every(isErrorType)) {
    const message = `error_types must be error types separated by commas; accepted: ${importErrorTypes.join(", ")}`;
    throw invalidParameter("unknown_error_type", "error_types", message);
  }
  return names;
}

const isErrorType = (name: string): name is ImportErrorType => importErrorTypes.some((type) => type === name);

/**
 * Reads all error rows of an import run in pages, in ascending order of id. Includes error rows about appointments and
 * about invites.
 */
export function importErrorRows({
  storage,
}: {
  readonly storage: Reads<{ readonly importErrors: Pick<ImportErrorStore, "page"> }>;
}) {
  return async function* (account: AccountId, importId: number): AsyncGenerator<readonly ImportErrorRow[]> {
    const run = importId as ImportRunId;
    const pages = pagesOf(1_000, (page) =>
      storage.read(account, ({ importErrors }) => importErrors.page(account, { run, ...page })),
    );
    for await (const errors of pages) {
      if (errors.length === 0) return;
      yield errors.map(({ side, row, json }) => ({ side, row, item: JSON.parse(json) as ImportErrorItem }));
    }
  };
}
