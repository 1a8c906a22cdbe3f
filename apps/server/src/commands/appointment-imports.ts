import { rm } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { appointmentFile } from "@repute/adapter-files";
import {
  type AccountId,
  type CalendarDate,
  type Domain,
  type ImportAttemptItem,
  type ImportEnd,
  type ImportOptions,
  type ImportProgress,
  type ImportRunItem,
  type Instant,
  invalid,
  isDomainError,
  notFound,
  startOfDay,
  type TimeZone,
  unavailable,
} from "@repute/domain";
import type { Command } from "commander";
import {
  type ImportOutputs,
  importOutputs,
  importSummary,
  outputFiles,
  type OutputNames,
  previousImport,
} from "../report/import-outputs.js";
import { invitesItem, type InviteSummary, inviteText } from "../report/invite-list.js";
import { earlierFile, type ReportedFile } from "../report/report-groups.js";
import { explanationText, type ImportResult, readingItem, readingText } from "../report/reading.js";
import { withdrawalsItem } from "../report/withdrawals.js";
import { minuteText, paragraphs, print, showProgress, table, type Text } from "../terminal/output.js";
import type { Terminal } from "../terminal/terminal.js";
import { addUndoImportCommand } from "./undo.js";
import { addCommand, type JsonOption, noticesOf, withExistingDomain, withInputFile } from "./command.js";
import { fileOption, type ImportNumber, importNumberOption, uploadTimeOption } from "./option-values.js";

type RunOptions = JsonOption &
  OutputNames & {
    readonly account: string;
    readonly connection?: string;
    readonly test?: true;
    readonly uploadedAt?: Instant | CalendarDate;
    readonly explain?: true;
  };

const invitesDescription = "Write each row with its planned invite, or with the reason for none, to this CSV file";

export function addImportAppointmentsCommand(program: Command, terminal: Terminal): void {
  addCommand(program, "import-appointments", "Import a file of appointments in one run (all or nothing)", [
    "repute import-appointments --account acme --report monday.html appointments.csv",
    "repute import-appointments --account acme --explain appointments.csv",
    "repute import-appointments --account acme --test --invites invites.csv appointments.csv",
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
    .option("--invites <file.csv>", invitesDescription, fileOption(".csv"))
    .option("--report <file.html>", "Write an HTML report for the practice's office to this file", fileOption(".html"))
    .action(async (file: string, options: RunOptions) => {
      await terminal.runInBackground();
      await (options.explain ? explainAppointments : runImport)(terminal, file, options);
    });
}

async function runImport(terminal: Terminal, file: string, options: RunOptions): Promise<void> {
  const { run, withdrawals, suppressed, end, earlier, unknown, invites, timeZone } = await importAppointments(
    terminal,
    file,
    options,
  );
  const json = {
    ...run,
    ...readingItem(unknown, end?.reading),
    withdrawals: withdrawalsItem(withdrawals),
    suppressed,
    attempt_id: end?.attempt.attempt_id,
    imported_before: importedBefore(end),
    invites: invitesItem(invites),
    ...filesItem(options),
  };
  // Nightly jobs log the output of an import, so only a test lists patients.
  const imported = importSummary(run, withdrawals, suppressed, timeZone);
  const summary = paragraphs(imported, inviteText(invites, run.is_test));
  const text = paragraphs(...readingText(unknown, end?.reading), summary, ...(earlier === undefined ? [] : [earlier]));
  print(terminal, { json, text }, options.json);
  if (!options.json) nameFiles(terminal, options);
}

const filesItem = ({ errors, invites, report }: OutputNames) => ({
  ...(errors !== undefined && { errors_file: errors }),
  ...(invites !== undefined && { invites_file: invites }),
  ...(report !== undefined && { report }),
});

function nameFiles({ stderr }: Terminal, names: OutputNames): void {
  for (const written of outputFiles(names)) stderr.write(`Wrote ${written}\n`);
}

/** Result of a stored run. */
type RunResult = ImportResult & {
  /** Number of rows that the run dropped because they are about erased people. */
  readonly suppressed: number;
  readonly invites: InviteSummary;
};

type Imported = RunResult & {
  readonly end: ImportEnd | undefined;
  readonly earlier: string | undefined;
  readonly timeZone: TimeZone;
};

async function resultOf(
  imports: Domain["imports"],
  account: AccountId,
  run: ImportRunItem,
  outputs: ImportOutputs,
): Promise<RunResult> {
  const { import_id: id } = run;
  return {
    run,
    withdrawals: await imports.withdrawals(account, id),
    suppressed: await imports.suppressed(account, id),
    unknown: await imports.unknownStatuses(account, id),
    invites: await outputs.collected(run, () => imports.plans(account, id)),
  };
}

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
    const files = [file, ...outputFiles(options)].map((name) => resolve(name));
    if (new Set(files).size < files.length) throw sameFile();
    const outputs = await importOutputs(options, timeZone);
    const progress = showProgress(terminal.stderr, "rows");
    const onProgress = ({ rows, ...how }: ImportProgress) => progress.show({ ...how, done: rows });
    const about = { practice, file: file === "-" ? "from standard input" : basename(file), timeZone };
    let end: ImportEnd | undefined;
    const onEnd = (ended: ImportEnd) => void (end = ended);
    const settings = { ...settingsOf(options, timeZone), ...(file !== "-" && { fileName: file }), onProgress, onEnd };
    const { plans } = outputs;
    try {
      // Even if this process is killed, no files of an earlier import are left that look like files of this import.
      for (const name of outputFiles(options)) await rm(name, { force: true });
      const run = await withInputFile(terminal, file, (source) =>
        imports.run(id, appointmentFile(source, noticesOf(terminal)), { ...settings, plans }),
      ).catch(async (error: unknown) => {
        await reportFailure(outputs, end, about, error);
        throw error;
      });
      if (end?.arePlansOutdated) outputs.forgetPlans();
      const result = await resultOf(imports, id, run, outputs);
      const earlier = earlierImport(end, timeZone);
      await outputs.write(
        { ...result, reading: end?.reading },
        () => imports.errorRows(id, run.import_id),
        { ...about, earlier },
        () => previousImport(imports, id, run.import_id),
      );
      return { ...result, end, earlier, timeZone };
    } finally {
      progress.end();
      await outputs.discard();
    }
  });
}

const sameFile = () =>
  invalid("invalid_options", "the imported file and the files to write must all be different files");

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
type ShowOptions = ListOptions & OutputNames & { readonly id: ImportNumber };

export function addImportsCommands(program: Command, terminal: Terminal): void {
  const imports = program.command("imports").description("List, show and undo the imports of an account");
  addUndoImportCommand(imports, terminal);
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
    .option(
      "--invites <file.csv>",
      "Write the stored invites, and the stored reasons for none, to this CSV file",
      fileOption(".csv"),
    )
    .option("--report <file.html>", "Write the HTML report for the practice's office to this file", fileOption(".html"))
    .action(async (options: ShowOptions) => {
      const { account, id, json } = options;
      const shown = await showAttempt(terminal, account, id, options);
      print(terminal, { json: { ...shownItem(shown), ...filesItem(options) }, text: shownText(shown) }, json);
      if (!json) nameFiles(terminal, options);
    });
}

type Shown = {
  readonly attempt: ImportAttemptItem;
  readonly result: RunResult | null;
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
    const { timeZone } = await accounts.settings(id);
    const about = { practice, file: attempt.file ?? "from standard input", timeZone };
    const outputs = await importOutputs(names, timeZone);
    try {
      const result = run && (await resultOf(imports, id, run, outputs));
      if (result) {
        const pages = () => imports.errorRows(id, result.run.import_id);
        await outputs.write(result, pages, about, () => previousImport(imports, id, result.run.import_id));
      } else {
        await outputs.writeFailure(attempt, about);
        if ((names.errors ?? names.invites) !== undefined) throw noErrorRows(attempt);
      }
      return { attempt, result, timeZone };
    } finally {
      await outputs.discard();
    }
  });
}

const noErrorRows = ({ attempt_id: id }: ImportAttemptItem) =>
  notFound("no_error_rows", `attempt ${id} has no error rows, because it did not store an import`);

const shownItem = ({ attempt, result }: Shown) => ({
  ...attempt,
  run: result && result.run,
  unknown_statuses: result && result.unknown.statuses,
  withdrawals: result && withdrawalsItem(result.withdrawals),
  suppressed: result && result.suppressed,
  invites: result && invitesItem(result.invites),
});

function shownText({ attempt, result, timeZone }: Shown): Text {
  const facts = table(
    [`${attempt.is_test ? "test " : ""}${attempt.import_id === null ? "" : "import "}${numberOf(attempt)}`, ""],
    [
      ["status", attempt.status],
      ["started", `${minuteText(attempt.started_at, timeZone)} (${timeZone})`],
      ["file", fileOf(attempt)],
      ["connection", attempt.connection ?? ""],
      ["reason", attempt.reason ?? ""],
      ...(attempt.undone_at === undefined
        ? []
        : [["undone", `${minuteText(attempt.undone_at, timeZone)} (${timeZone})`] as const]),
    ],
  );
  if (!result) return facts;
  const { run, withdrawals, suppressed, unknown, invites } = result;
  const summary = importSummary(run, withdrawals, suppressed, timeZone);
  return paragraphs(facts, ...readingText(unknown, undefined), summary, inviteText(invites, true));
}

/** Number of an import as `imports show` accepts it. An attempt that stored nothing has the number of the attempt. */
const numberOf = ({ import_id: id, attempt_id: attempt }: ImportAttemptItem): string =>
  id === null ? `attempt-${attempt}` : String(id);

const statusOf = ({ status, undone_at }: ImportAttemptItem): string => (undone_at === undefined ? status : "undone");

const fileOf = ({ file }: ImportAttemptItem): string => file ?? "standard input";

const attemptTable = (attempts: readonly ImportAttemptItem[], timeZone: TimeZone) =>
  table(
    ["import", `started (${timeZone})`, "file", "connection", "status", "reason"],
    attempts.map((attempt) => [
      ...[`${numberOf(attempt)}${attempt.is_test ? " (test)" : ""}`, minuteText(attempt.started_at, timeZone)],
      ...[fileOf(attempt), attempt.connection ?? "", statusOf(attempt), attempt.reason ?? ""],
    ]),
  );
