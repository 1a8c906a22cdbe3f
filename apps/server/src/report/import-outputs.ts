import { csvText } from "@repute/adapter-express";
import {
  type AccountId,
  type Domain,
  type ImportAttemptItem,
  type ImportErrorRow,
  type ImportRunItem,
  importSides,
  type PlanListener,
  type RowPlan,
  unavailable,
  type WithdrawalsOfRun,
} from "@repute/domain";
import { type FileInTheMaking, fileInTheMaking } from "../terminal/output-file.js";
import { filledTable, minuteText, paragraphs, table, type Text } from "../terminal/output.js";
import { printable } from "../terminal/terminal.js";
import { attemptReport, importReport, keysOf } from "./import-report.js";
import { inviteColumns, inviteList, inviteParts, type InviteSummary } from "./invite-list.js";
import type { ImportResult } from "./reading.js";
import { type EarlierReport, earlierReport, type ReportedFile } from "./report-groups.js";
import { reportPage } from "./report-page.js";
import { hasWithdrawals, unknownAppointments, withdrawalCounts } from "./withdrawals.js";

type ErrorPages = () => AsyncIterable<readonly ImportErrorRow[]>;

/** Output files of an import: the error rows, the planned invites and the report. */
export type ImportOutputs = {
  /** Writes the planned invites to their file, and collects them for the report and the terminal. */
  readonly plans: PlanListener;
  /** Returns the collected invites. If no plans were received, collects the stored ones first. */
  readonly collected: (run: ImportRunItem, stored: () => AsyncIterable<readonly RowPlan[]>) => Promise<InviteSummary>;
  /** Makes `collected` collect the stored invites again. */
  readonly forgetPlans: () => void;
  /** `before` is the import with which the report compares this one. */
  write(
    result: ImportResult,
    pages: ErrorPages,
    about: ReportedFile,
    before?: () => Promise<EarlierReport<ImportErrorRow> | undefined>,
  ): Promise<void>;
  /** Writes a report page for an import that failed or that had an empty file. */
  writeFailure(attempt: ImportAttemptItem | undefined, about: ReportedFile): Promise<void>;
  /** Deletes unfinished files, and the earlier files with their names. */
  discard(): Promise<void>;
};

/** Names of the output files of an import. */
export type OutputNames = { readonly errors?: string; readonly invites?: string; readonly report?: string };

/** Lists the output files with names, in the order in which they are written. */
export const outputFiles = ({ errors, invites, report }: OutputNames): readonly string[] =>
  [errors, invites, report].filter((name) => name !== undefined);

/** Creates the unfinished output files. If a file cannot be written, throws before the run is stored. */
export async function importOutputs(names: OutputNames, timeZone: string): Promise<ImportOutputs> {
  const files: FileInTheMaking[] = [];
  const discard = async () => {
    for (const file of files) await file.discard();
  };
  async function opened(name: string | undefined): Promise<FileInTheMaking | undefined> {
    const file = name === undefined ? undefined : await fileInTheMaking(name);
    if (file) files.push(file);
    return file;
  }
  const errors = await opened(names.errors);
  const invites = await opened(names.invites);
  const report = await opened(names.report);
  let list = inviteList(timeZone);
  let isReceived = false;
  let summary: InviteSummary | undefined;
  const plans: PlanListener = {
    async restart() {
      isReceived = true;
      list = inviteList(timeZone);
      await invites?.restart(`\ufeff${csvText([inviteColumns])}`);
    },
    async add(some) {
      const lines = some.map((plan) => list.add(plan).map(safe));
      await invites?.add(csvText(lines));
    },
  };
  return {
    plans,
    forgetPlans: () => void (isReceived = false),
    async collected({ is_test: isTest }, stored) {
      if (isReceived) return (summary = list.summary());
      await plans.restart();
      for await (const some of stored()) await plans.add(some);
      return (summary = list.summary({ isTest }));
    },
    async write(result, pages, about, before) {
      const { run } = result;
      try {
        await errors?.finish(errorCsv(pages(), about.timeZone));
        await invites?.finish([]);
        if (!report) return;
        const parts = summary && inviteParts(summary);
        await report.finish([reportPage(await importReport(result, pages(), about, await before?.(), parts))]);
      } catch (error) {
        throw unwritten(run, error);
      }
    },
    async writeFailure(attempt, about) {
      await report?.finish([reportPage(attemptReport(attempt, about))]);
    },
    discard,
  };
}

/**
 * Error for a stored run whose output files could not be written.
 * The message mentions the run, so that the operator does not import the file again.
 */
const unwritten = ({ import_id: id }: ImportRunItem, cause: unknown) =>
  unavailable("files_not_written", `import ${id} is done, but not all of its files could be written`, cause);

const columns = [
  ...["id", "side", "row", "error_type", "error_level", "patient_name", "patient_id", "appointment_date"],
  ...["location_name", "provider", "phone", "email", "date_of_birth", "state", "match_info"],
];

/**
 * Renders the error rows of an import as CSV, page by page. Begins with a byte order mark for spreadsheets. The times of
 * appointments are in the practice's time zone.
 */
export async function* errorCsv(
  pages: AsyncIterable<readonly ImportErrorRow[]>,
  timeZone: string,
): AsyncGenerator<string> {
  yield `\ufeff${csvText([columns])}`;
  for await (const rows of pages) yield csvText(rows.map((row) => cellsOf(row, timeZone)));
}

const cellsOf = ({ side, row, item }: ImportErrorRow, timeZone: string): readonly unknown[] => {
  const { appointment_date: at } = item;
  const shown = at?.includes("T") ? minuteText(at, timeZone) : at;
  const cells: Readonly<Record<string, unknown>> = { side, row, ...item, appointment_date: shown };
  return columns.map((column) => safe(cells[column]));
};

/**
 * Renders a cell.
 * Converts `match_info` to JSON.
 * Replaces control characters, which could drive a terminal, with spaces.
 */
function safe(cell: unknown): unknown {
  const text = typeof cell === "object" && cell !== null ? JSON.stringify(cell) : cell;
  return typeof text === "string" ? printable(text) : text;
}

/** Returns the error rows of the last import of the same connection before an import. Ignores tests. */
export async function previousImport(
  { attempts, errorRows }: Pick<Domain["imports"], "attempts" | "errorRows">,
  account: AccountId,
  importId: number,
): Promise<EarlierReport<ImportErrorRow> | undefined> {
  const previous = await previousId(attempts(account), importId);
  return previous === undefined ? undefined : earlierReport(`import ${previous}`, errorRows(account, previous), keysOf);
}

async function previousId(
  pages: ReturnType<Domain["imports"]["attempts"]>,
  importId: number,
): Promise<number | undefined> {
  let connection: string | null | undefined;
  for await (const attempts of pages) {
    for (const attempt of attempts) {
      const { import_id: id, status, is_test: isTest, undone_at: undoneAt } = attempt;
      if (id === importId) connection = attempt.connection;
      else if (undoneAt !== undefined || isTest || id === null || status !== "done") continue;
      else if (connection === attempt.connection) return id;
    }
  }
  return undefined;
}

/** Summarizes an import run for an operator: its counters, and the number of rows per error type. */
export function importSummary(
  run: ImportRunItem,
  withdrawals: WithdrawalsOfRun,
  suppressed: number,
  timeZone = "UTC",
): Text {
  const counters = table(
    [run.is_test ? `test import ${run.import_id}` : `import ${run.import_id}`, "count"],
    [
      ["rows processed", run.rows_processed],
      [run.is_test ? "appointments to capture" : "appointments captured", run.appointment_captured],
      ["appointments skipped", run.skipped_appointments],
      ["new patients", run.new_patients],
      [run.is_test ? "invites to schedule" : "invites scheduled", run.scheduled_invites],
      ["invites skipped", run.skipped_invites],
      ["mismatches", run.mismatches],
      ["warnings", run.warnings],
      ["first day", run.start_date],
      ["last day", run.end_date],
      ...(run.undone_at === undefined ? [] : [["undone (UTC)", run.undone_at] as const]),
      ...(suppressed > 0 ? [["rows about erased people, dropped", suppressed] as const] : []),
    ],
  );
  const errors = importSides.flatMap((side) =>
    Object.entries(run.errors[side]).map(([type, rows]) => [side, type, rows] as const),
  );
  return paragraphs(
    counters,
    ...filledTable(["side", "error type", "rows"], errors),
    ...(hasWithdrawals(withdrawals) ? [withdrawalTable(withdrawals, run.is_test)] : []),
    ...unknownAppointments(withdrawals, timeZone),
  );
}

const withdrawalTable = (withdrawals: WithdrawalsOfRun, isTest: boolean) =>
  table(
    ["canceled and rescheduled appointments", "count"],
    withdrawalCounts(withdrawals, isTest).map(([label, count]) => [label.toLowerCase(), count]),
  );
