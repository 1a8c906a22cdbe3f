import { invalidParameter, notFound } from "../kernel/domain-error.js";
import type { AccountId, ImportRunId } from "../kernel/ids.js";
import { idInPath } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";
import { textReading } from "../lists/text-reading.js";
import { localCalendar } from "../kernel/local-calendar.js";
import type { FeedReader } from "../feed/feed.js";
import type { ListReading } from "../lists/read-list.js";
import type { AppliedWindow } from "../kernel/window.js";
import { parseWindow } from "../kernel/window.js";
import type { CalendarDate } from "../kernel/calendar-date.js";
import { plusDays } from "../kernel/calendar-date.js";
import type { LocalCalendar } from "../kernel/local-calendar.js";
import type { Reads } from "../kernel/storage.js";
import type { SettingsReader } from "../accounts/account-store.js";
import type { ImportErrorStore, ImportRunStore } from "./import-stores.js";
import type { ImportErrorType, ImportSide } from "./error-types.js";
import { importErrorTypes } from "./error-types.js";
import type { RunMembers } from "./import-run-item.js";
import { shownRun, uploadDateOf } from "./import-run-item.js";
import type { ImportRun } from "./import-run.js";
import type { RunPage } from "./import-stores.js";

type ReadingStores = {
  readonly settings: SettingsReader;
  readonly importRuns: Pick<ImportRunStore, "byId" | "page">;
  readonly importErrors: Pick<ImportErrorStore, "page">;
};
type ReadingStorage = Reads<ReadingStores> & { readonly feed: FeedReader };

/** The query of the list of runs, as text. */
export type ImportQuery = {
  readonly start_date?: string;
  readonly end_date?: string;
  readonly show_test_runs?: "true" | "false";
};

/** The runs of an account, the last one first. */
export function listImports({ storage }: { readonly storage: ReadingStorage }) {
  return async (account: AccountId, query: ImportQuery, members: RunMembers): Promise<ListReading> => {
    const { timeZone } = await storage.read(account, ({ settings }) => settings.read(account));
    const bounds = {
      start: ["start_date", query.start_date],
      end: ["end_date", query.end_date],
    } as const;
    const window = parseWindow(bounds, "onward", timeZone);
    const tests = query.show_test_runs === "true";
    const days = window ? daysWithin(window, localCalendar(timeZone)) : {};
    const textOf = (run: ImportRun) => JSON.stringify(shownRun(run, members, tests));
    const texts = () => runTexts(storage, account, { ...days, tests, limit: 500 }, textOf);
    return { window, ...textReading(storage.feed, account, texts) };
  };
}

async function* runTexts(
  storage: ReadingStorage,
  account: AccountId,
  page: Omit<RunPage, "before">,
  textOf: (run: ImportRun) => string,
): AsyncGenerator<readonly string[]> {
  for (let before = Number.MAX_SAFE_INTEGER; ;) {
    const runs = await storage.read(account, ({ importRuns }) => importRuns.page(account, { ...page, before }));
    yield runs.map(({ run }) => textOf(run));
    if (runs.length < page.limit) return;
    before = runs.at(-1)?.run.id ?? 0;
  }
}

/** The days whose first moment lies in a window. */
function daysWithin({ window: { from, to } }: AppliedWindow, calendar: LocalCalendar) {
  const firstFrom = (instant: Instant): CalendarDate => {
    const date = calendar.dateOf(instant);
    return calendar.startOf(date) >= instant ? date : plusDays(date, 1);
  };
  return { ...(from !== undefined && { from: firstFrom(from) }), ...(to !== undefined && { to: firstFrom(to) }) };
}

/** The error rows of one side of a run, by id; of the types that `error_types` names. */
export function listImportErrors({ storage }: { readonly storage: ReadingStorage }) {
  return async (
    account: AccountId,
    importId: string,
    side: ImportSide,
    query: { readonly error_types?: string },
  ): Promise<ListReading> => {
    const types = parseErrorTypes(query.error_types);
    const id = idInPath<ImportRunId>(importId);
    const stored = id && (await storage.read(account, ({ importRuns }) => importRuns.byId(account, id)));
    if (!stored?.isComplete) throw notFound("import_not_found", "there is no such import on this account");
    const page = { run: stored.run.id, side, limit: 1_000, ...(types && { types }) };
    const about = JSON.stringify({ import_id: stored.run.id, upload_date: uploadDateOf(stored.run) });
    return {
      window: undefined,
      opening: `${about.slice(0, -1)},"records":[`,
      ...textReading(storage.feed, account, () => errorTexts(storage, account, page)),
    };
  };
}

async function* errorTexts(
  storage: ReadingStorage,
  account: AccountId,
  page: { readonly run: ImportRunId; readonly side: ImportSide; readonly limit: number },
): AsyncGenerator<readonly string[]> {
  for (let after = 0; ;) {
    const errors = await storage.read(account, ({ importErrors }) => importErrors.page(account, { ...page, after }));
    yield errors.map(({ json }) => json);
    if (errors.length < page.limit) return;
    after = errors.at(-1)?.id ?? after;
  }
}

/** Types separated by commas; all where there is nothing. */
function parseErrorTypes(text = ""): readonly ImportErrorType[] | undefined {
  const names = text.split(",", importErrorTypes.length * 4).map((name) => name.trim());
  if (text.length > 1_000 || names.some((name) => name !== "" && !isErrorType(name))) {
    const message = `error_types is not a list of error types; expected some of ${importErrorTypes.join(", ")}`;
    throw invalidParameter("unknown_error_type", "error_types", message);
  }
  const types = names.filter(isErrorType);
  return types.length > 0 ? types : undefined;
}

const isErrorType = (name: string): name is ImportErrorType => importErrorTypes.some((type) => type === name);
