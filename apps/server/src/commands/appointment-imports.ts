import { basename } from "node:path";
import { appointmentFile } from "@repute/adapter-files";
import {
  type CalendarDate,
  type ImportAttemptItem,
  type ImportEnd,
  type ImportOptions,
  type ImportProgress,
  type ImportRunItem,
  type Instant,
  isDomainError,
  notFound,
  startOfDay,
  type TimeZone,
  unavailable,
  type UnknownStatuses,
  type WithdrawalsOfRun,
} from "@repute/domain";
import type { Command } from "commander";
import { type ImportOutputs, importOutputs, importSummary, previousImport } from "../report/import-outputs.js";
import { earlierFile, type ReportedFile } from "../report/report-groups.js";
import { explanationText, type ImportResult, readingItem, readingText } from "../report/reading.js";
import { withdrawalsItem } from "../report/withdrawals.js";
import { minuteText, paragraphs, print, showProgress, table, type Text } from "../terminal/output.js";
import type { Terminal } from "../terminal/terminal.js";
import { addCommand, type JsonOption, noticesOf, withExistingDomain, withInputFile } from "./command.js";
import { fileOption, type ImportNumber, importNumberOption, uploadTimeOption } from "./option-values.js";

type RunOptions = JsonOption & {
  readonly account: string;
  readonly connection?: string;
  readonly test?: true;
  readonly uploadedAt?: Instant | CalendarDate;
  readonly errors?: string;
  readonly report?: string;
  readonly explain?: true;
};

export function addImportAppointmentsCommand(program: Command, terminal: Terminal): void {
  addCommand(program, "import-appointments", "Import a file of appointments in one run (all or nothing)", [
    "repute import-appointments --account acme --report monday.html appointments.csv",
    "repute import-appointments --account acme --explain appointments.csv",
    "repute import-appointments --account acme --connection ehr --test --errors errors.csv siu.hl7.gz",
    "curl -s https://.../Appointment | repute import-appointments --account acme -",
  ])
    .argument(
      "<file>",
      "Table with headings (text or .xlsx), HL7 v2 SIU messages or FHIR R4 appointments, optionally gzipped (- for standard input)",
    )
    .requiredOption("--account <key>", "Key of the account")
    .option("--connection <name>", "Import connection whose settings apply (default: the account's only connection)")
    .option("--explain", "Store nothing, and print how the file is read and what to add to the connection")
    .option("--test", "Check the file without storing appointments or invites (stores the counts and errors)")
    .option(
      "--uploaded-at <when>",
      "Upload time of the file: a timestamp, or a date in the account's time zone (default: now)",
      uploadTimeOption,
    )
    .option("--errors <file.csv>", "Write rows with errors to this CSV file", fileOption(".csv"))
    .option("--report <file.html>", "Write an HTML report for the practice's office to this file", fileOption(".html"))
    .action(async (file: string, options: RunOptions) => {
      terminal.runInBackground();
      await (options.explain ? explainAppointments : runImport)(terminal, file, options);
    });
}

async function runImport(terminal: Terminal, file: string, options: RunOptions): Promise<void> {
  const { run, withdrawals, suppressed, end, earlier, unknown } = await importAppointments(terminal, file, options);
  const { errors: errors_file, report } = options;
  const json = {
    ...run,
    ...readingItem(unknown, end?.reading),
    withdrawals: withdrawalsItem(withdrawals),
    suppressed,
    attempt_id: end?.attempt.attempt_id,
    imported_before: importedBefore(end),
    ...(errors_file !== undefined && { errors_file }),
    ...(report !== undefined && { report }),
  };
  const summary = importSummary(run, withdrawals, suppressed);
  const text = paragraphs(...readingText(unknown, end?.reading), summary, ...(earlier === undefined ? [] : [earlier]));
  print(terminal, { json, text }, options.json);
  if (options.json) return;
  for (const written of [errors_file, report]) if (written !== undefined) terminal.stderr.write(`Wrote ${written}\n`);
}

type Imported = ImportResult & {
  /** Number of rows that the run dropped because they are about erased people. */
  readonly suppressed: number;
  readonly end: ImportEnd | undefined;
  readonly earlier: string | undefined;
};

/** Prints how an import would read a file. */
async function explainAppointments(terminal: Terminal, file: string, options: RunOptions): Promise<void> {
  const explanation = await withExistingDomain(terminal, async ({ accounts, imports }) => {
    const { id } = await accounts.byKey(options.account);
    const { timeZone } = await accounts.settings(id);
    const progress = showProgress(terminal.stderr, "rows");
    const onProgress = ({ rows, ...how }: ImportProgress) => progress.show({ ...how, done: rows });
    try {
      return await withInputFile(terminal, file, (source) =>
        imports.explain(id, appointmentFile(source, noticesOf(terminal)), {
          ...settingsOf(options, timeZone),
          onProgress,
        }),
      );
    } finally {
      progress.end();
    }
  });
  print(terminal, { json: explanation, text: explanationText(explanation) }, options.json);
}

/** Imports appointments. Checks the account and creates the output files before reading the input. */
function importAppointments(terminal: Terminal, file: string, options: RunOptions): Promise<Imported> {
  return withExistingDomain(terminal, async ({ accounts, imports }) => {
    const { id, name: practice } = await accounts.byKey(options.account);
    const { timeZone } = await accounts.settings(id);
    const outputs = await importOutputs(options);
    const progress = showProgress(terminal.stderr, "rows");
    const onProgress = ({ rows, ...how }: ImportProgress) => progress.show({ ...how, done: rows });
    const about = { practice, file: file === "-" ? "from standard input" : basename(file), timeZone };
    let end: ImportEnd | undefined;
    const onEnd = (ended: ImportEnd) => void (end = ended);
    const settings = { ...settingsOf(options, timeZone), ...(file !== "-" && { fileName: file }), onProgress, onEnd };
    try {
      const run = await withInputFile(terminal, file, (source) =>
        imports.run(id, appointmentFile(source, noticesOf(terminal)), settings),
      ).catch(async (error: unknown) => {
        await reportFailure(outputs, end, about, error);
        throw error;
      });
      const withdrawals = await imports.withdrawals(id, run.import_id);
      const suppressed = await imports.suppressed(id, run.import_id);
      const earlier = earlierImport(end, timeZone);
      const unknown = await imports.unknownStatuses(id, run.import_id);
      await outputs.write(
        { run, withdrawals, unknown, reading: end?.reading },
        () => imports.errorRows(id, run.import_id),
        { ...about, earlier },
        () => previousImport(imports, id, run.import_id),
      );
      return { run, withdrawals, suppressed, end, earlier, unknown };
    } finally {
      progress.end();
      await outputs.discard();
    }
  });
}

/**
 * Writes a report about the failed import.
 * It overwrites any earlier report, so that nobody mistakes it for the report of this import.
 */
async function reportFailure(
  outputs: ImportOutputs,
  end: ImportEnd | undefined,
  about: ReportedFile,
  error: unknown,
): Promise<void> {
  try {
    await outputs.writeFailure(end?.attempt, about);
  } catch (cause) {
    const reason = isDomainError(error) ? error.message : "internal error";
    throw unavailable("files_not_written", `the import failed (${reason}), and its report could not be written`, cause);
  }
}

const earlierImport = (end: ImportEnd | undefined, timeZone: TimeZone): string | undefined =>
  end?.earlier ? earlierFile(nameOf(end.earlier), end.earlier.upload_date, timeZone) : undefined;

const nameOf = ({ import_id: id, is_test: isTest }: ImportRunItem): string =>
  isTest ? `test import ${id}` : `import ${id}`;

const importedBefore = (end: ImportEnd | undefined) =>
  end?.earlier ? { import_id: end.earlier.import_id, upload_date: end.earlier.upload_date } : null;

function settingsOf({ connection, test, uploadedAt }: RunOptions, timeZone: TimeZone): ImportOptions {
  const at = typeof uploadedAt === "string" ? startOfDay(uploadedAt, timeZone) : uploadedAt;
  return {
    isTest: test === true,
    ...(connection !== undefined && { connection }),
    ...(at !== undefined && { uploadedAt: at }),
  };
}

type ListOptions = JsonOption & { readonly account: string };
type OutputNames = { readonly errors?: string; readonly report?: string };
type ShowOptions = ListOptions & OutputNames & { readonly id: ImportNumber };

export function addImportsCommands(program: Command, terminal: Terminal): void {
  const imports = program.command("imports").description("List and show the imports of an account");
  addCommand(imports, "list", "List all import attempts, newest first, with the reason for each failure", [
    "repute imports list --account acme --json",
  ])
    .requiredOption("--account <key>", "Key of the account")
    .action(async ({ account, json }: ListOptions) => {
      const { items, timeZone } = await withExistingDomain(terminal, async ({ accounts, imports: { attempts } }) => {
        const { id } = await accounts.byKey(account);
        const found: ImportAttemptItem[] = [];
        for await (const some of attempts(id)) found.push(...some);
        return { items: found, ...(await accounts.settings(id)) };
      });
      print(terminal, { json: { items }, text: attemptTable(items, timeZone) }, json);
    });
  addCommand(imports, "show", "Show one import or failed attempt, and write its report again", [
    "repute imports show --account acme --id 3",
    "repute imports show --account acme --id 3 --report monday.html --errors errors.csv",
  ])
    .requiredOption("--account <key>", "Key of the account")
    .requiredOption(
      "--id <id>",
      "Number of the import, as in the report and in repute imports list",
      importNumberOption,
    )
    .option("--errors <file.csv>", "Write the stored rows with errors to this CSV file", fileOption(".csv"))
    .option("--report <file.html>", "Write the HTML report for the practice's office to this file", fileOption(".html"))
    .action(async (options: ShowOptions) => {
      const { account, id, errors, report, json } = options;
      const shown = await showAttempt(terminal, account, id, options);
      const files = { ...(errors !== undefined && { errors_file: errors }), ...(report !== undefined && { report }) };
      print(terminal, { json: { ...shownItem(shown), ...files }, text: shownText(shown) }, json);
      if (json) return;
      for (const written of [errors, report]) if (written !== undefined) terminal.stderr.write(`Wrote ${written}\n`);
    });
}

type Shown = {
  readonly attempt: ImportAttemptItem;
  readonly run: ImportRunItem | null;
  readonly withdrawals: WithdrawalsOfRun | null;
  readonly suppressed: number | null;
  readonly unknown: UnknownStatuses | null;
  readonly timeZone: TimeZone;
};

function showAttempt(
  terminal: Terminal,
  key: string,
  { number, of }: ImportNumber,
  names: OutputNames,
): Promise<Shown> {
  return withExistingDomain(terminal, async ({ accounts, imports }) => {
    const { id, name: practice } = await accounts.byKey(key);
    const { attempt, run } = await imports.attempt(id, number, of);
    const withdrawals = run && (await imports.withdrawals(id, run.import_id));
    const suppressed = run && (await imports.suppressed(id, run.import_id));
    const unknown = run && (await imports.unknownStatuses(id, run.import_id));
    const { timeZone } = await accounts.settings(id);
    const about = { practice, file: attempt.file ?? "from standard input", timeZone };
    const outputs = await importOutputs(names);
    try {
      if (run && withdrawals && unknown) {
        const pages = () => imports.errorRows(id, run.import_id);
        const result = { run, withdrawals, unknown };
        await outputs.write(result, pages, about, () => previousImport(imports, id, run.import_id));
      } else {
        await outputs.writeFailure(attempt, about);
        if (names.errors !== undefined) throw noErrorRows(attempt);
      }
    } finally {
      await outputs.discard();
    }
    return { attempt, run, withdrawals, suppressed, unknown, timeZone };
  });
}

const noErrorRows = ({ attempt_id: id }: ImportAttemptItem) =>
  notFound("no_error_rows", `attempt ${id} has no error rows, because it did not store an import`);

const shownItem = ({ attempt, run, withdrawals, suppressed, unknown }: Shown) => ({
  ...attempt,
  run,
  unknown_statuses: unknown && unknown.statuses,
  withdrawals: withdrawals && withdrawalsItem(withdrawals),
  suppressed,
});

function shownText({ attempt, run, withdrawals, suppressed, unknown, timeZone }: Shown): Text {
  const facts = table(
    [`${attempt.is_test ? "test " : ""}${attempt.import_id === null ? "" : "import "}${numberOf(attempt)}`, ""],
    [
      ["status", attempt.status],
      ["started", `${minuteText(attempt.started_at, timeZone)} (${timeZone})`],
      ["file", fileOf(attempt)],
      ["connection", attempt.connection ?? ""],
      ["reason", attempt.reason ?? ""],
    ],
  );
  if (!run || !withdrawals || !unknown) return facts;
  return paragraphs(facts, ...readingText(unknown, undefined), importSummary(run, withdrawals, suppressed ?? 0));
}

/** Number of an import as `imports show` accepts it. An attempt that stored nothing has the number of the attempt. */
const numberOf = ({ import_id: id, attempt_id: attempt }: ImportAttemptItem): string =>
  id === null ? `attempt-${attempt}` : String(id);

const fileOf = ({ file }: ImportAttemptItem): string => file ?? "standard input";

const attemptTable = (attempts: readonly ImportAttemptItem[], timeZone: TimeZone) =>
  table(
    ["import", `started (${timeZone})`, "file", "connection", "status", "reason"],
    attempts.map((attempt) => [
      ...[`${numberOf(attempt)}${attempt.is_test ? " (test)" : ""}`, minuteText(attempt.started_at, timeZone)],
      ...[fileOf(attempt), attempt.connection ?? "", attempt.status, attempt.reason ?? ""],
    ]),
  );
