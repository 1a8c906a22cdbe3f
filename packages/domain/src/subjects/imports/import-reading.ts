import type { SettingsReader } from "../../foundation/accounts/account-store.js";
import type { FeedReader } from "../../foundation/feed/feed.js";
import { type CalendarDate, plusDays } from "../../foundation/kernel/calendar-date.js";
import { invalidParameter, notFound } from "../../foundation/kernel/domain-error.js";
import { type AccountId, idInPath, type ImportRunId } from "../../foundation/kernel/ids.js";
import type { Instant } from "../../foundation/kernel/instant.js";
import { localCalendar, type LocalCalendar } from "../../foundation/kernel/local-calendar.js";
import { type AppliedWindow, parseWindow } from "../../foundation/kernel/window.js";
import type { KeyQuery, WithMember } from "../../foundation/lists/list-query.js";
import type { ListReading } from "../../foundation/lists/read-list.js";
import { readRecords, type RecordPorts } from "../../foundation/lists/read-records.js";
import { type ImportErrorType, importErrorTypes, type ImportSide } from "./error-types.js";
import type { ListedImportError, ListedImportRun } from "./import-items.js";
import { type RunMembers, shownRun, uploadDateOf } from "./import-run-item.js";
import type { StoredRun } from "./import-run.js";
import type { ImportErrorStore, ImportRunStore, StoredError } from "./import-stores.js";
import { errorLists } from "./publish-runs.js";

type ReadingStores = {
  readonly settings: SettingsReader;
  readonly importRuns: Pick<ImportRunStore, "byId" | "page">;
  readonly importErrors: Pick<ImportErrorStore, "page">;
};
type ReadingPorts = RecordPorts<ReadingStores> & { readonly storage: { readonly feed: FeedReader } };

export type ImportQuery = KeyQuery & {
  readonly start_date?: string;
  readonly end_date?: string;
  readonly show_test_runs?: "true" | "false";
};

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
    if (!stored?.isComplete) throw notFound("import_not_found", "the account has no such import");
    const page = { run: stored.run.id, side, limit: 1_000, ...(types && { types }) };
    const about = JSON.stringify({ import_id: stored.run.id, upload_date: uploadDateOf(stored.run) });
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
