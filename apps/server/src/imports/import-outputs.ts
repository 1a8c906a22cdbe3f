import {
  DomainError,
  type ImportAttemptItem,
  type ImportErrorRow,
  type ImportRunItem,
  type WithdrawalsOfRun,
} from "@repute/domain";
import { fileInTheMaking } from "../file-in-the-making.js";
import type { EarlierReport } from "../report/earlier-report.js";
import { reportPage } from "../report/report-page.js";
import type { ReportedFile } from "../report/reported-file.js";
import { attemptReport } from "./attempt-report.js";
import { errorCsv } from "./error-csv.js";
import { importReport } from "./import-report.js";

type ErrorPages = () => AsyncIterable<readonly ImportErrorRow[]>;

/** An import run with its withdrawn appointments and invites. */
export type ImportResult = { readonly run: ImportRunItem; readonly withdrawals: WithdrawalsOfRun };

/** Output files of an import: the error rows and the report. */
export type ImportOutputs = {
  /** `before` is the import with which the report compares this one. */
  write(
    result: ImportResult,
    pages: ErrorPages,
    about: ReportedFile,
    before?: () => Promise<EarlierReport<ImportErrorRow> | undefined>,
  ): Promise<void>;
  /** Writes a report page for an import that failed or that had an empty file. */
  writeFailure(attempt: ImportAttemptItem | undefined, about: ReportedFile): Promise<void>;
  /** Deletes unfinished files. */
  discard(): Promise<void>;
};

/** Creates the unfinished output files. If a file cannot be written, throws before the run is stored. */
export async function importOutputs(names: {
  readonly errors?: string;
  readonly report?: string;
}): Promise<ImportOutputs> {
  const errors = names.errors === undefined ? undefined : await fileInTheMaking(names.errors);
  const report = names.report === undefined ? undefined : await fileInTheMaking(names.report);
  return {
    async write({ run, withdrawals }, pages, about, before) {
      try {
        await errors?.finish(errorCsv(pages()));
        if (!report) return;
        await report.finish([reportPage(await importReport(run, withdrawals, pages(), about, await before?.()))]);
      } catch (error) {
        throw unwritten(run, error);
      }
    },
    async writeFailure(attempt, about) {
      await report?.finish([reportPage(attemptReport(attempt, about))]);
    },
    async discard() {
      await errors?.discard();
      await report?.discard();
    },
  };
}

/**
 * Error for a stored run whose output files could not be written.
 * The message mentions the run, so that the operator does not import the file again.
 */
const unwritten = ({ import_id: id }: ImportRunItem, cause: unknown) =>
  new DomainError(
    "unavailable",
    "files_not_written",
    `import ${id} is done, but not all of its files could be written`,
    {
      cause,
    },
  );
