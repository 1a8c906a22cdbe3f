import { basename } from "node:path";
import { patientFile } from "@repute/adapter-files";
import {
  type CahpsType,
  cahpsTypes,
  type CalendarDate,
  defined,
  type EmailAddress,
  type Instant,
  invalid,
  isDomainError,
  type ParsedPatientFile,
  type ParseOptions,
  type ParseProgress,
  patientFileCounts,
  type PatientFileItem,
  type PatientFileState,
  type SampleCounts,
  type SampleMonth,
  startOfDay,
  type TimeZone,
  unavailable,
  type UndonePatientFile,
  undonePatientFileItem,
} from "@repute/domain";
import { type Command, Option } from "commander";
import { failedPatientReport, patientReport } from "../report/patient-report.js";
import { earlierFile, type ReportedFile } from "../report/report-groups.js";
import { headingTable, unreadHeadings } from "../report/reading.js";
import { reportPage } from "../report/report-page.js";
import { fileWithPrevious, storedPatientReport } from "../report/stored-patient-file.js";
import { type FileInTheMaking, fileInTheMaking } from "../terminal/output-file.js";
import { filledTable, minuteText, paragraphs, print, showProgress, table, type Text } from "../terminal/output.js";
import type { Terminal } from "../terminal/terminal.js";
import { addCommand, type JsonOption, noticesOf, withExistingDomain, withInputFile } from "./command.js";
import {
  emailOption,
  fileOption,
  labelOption,
  monthOption,
  patientFileIdOption,
  uploadTimeOption,
} from "./option-values.js";
import { addUndoCommand, undoResult } from "./undo.js";

type SurveyOptions = JsonOption & {
  readonly account: string;
  readonly type: CahpsType;
  readonly month?: SampleMonth;
  readonly uploadedAt?: Instant | CalendarDate;
  readonly by?: EmailAddress;
  readonly test?: true;
  readonly connection?: string;
  readonly transform?: string;
  readonly report?: string;
  readonly corrects?: number;
};

export function addParsePatientSurveyCommand(program: Command, terminal: Terminal): void {
  addCommand(
    program,
    "parse-patient-survey",
    "Check a patient file for a CAHPS survey, and report which patients can be surveyed",
    [
      "repute parse-patient-survey --account acme --type OASCAHPS --month 2026-05 --report may.html patients.csv",
      "repute parse-patient-survey --account acme --type HCAHPS --by ann@example.com stays.csv.gz",
      "repute parse-patient-survey --account acme --type OASCAHPS --corrects 3 corrected-rows.csv",
    ],
  )
    .argument("<file>", "Table with headings (text or .xlsx), optionally gzipped (- for standard input)")
    .requiredOption("--account <key>", "Key of the account")
    .addOption(new Option("--type <survey>", "Survey type").choices(cahpsTypes).makeOptionMandatory())
    .option("--month <YYYY-MM>", "Sample month (default: the month with the most rows)", monthOption)
    .option(
      "--uploaded-at <when>",
      "Upload time of the file: a timestamp, or a date in the account's time zone (default: now)",
      uploadTimeOption,
    )
    .option("--by <email>", "Email address of the person who uploaded the file (default: system)", emailOption)
    .option("--corrects <file>", "Number of an earlier file whose rows this file replaces", patientFileIdOption)
    .option("--test", "Mark the file as a test")
    .option("--connection <name>", "Name of the connection that delivered the file", labelOption)
    .option("--transform <name>", "Name of the transform that was applied to the file", labelOption)
    .option("--report <file.html>", "Write an HTML report for the survey staff to this file", fileOption(".html"))
    .action(async (file: string, options: SurveyOptions) => {
      const { parsed, earlier } = await parsePatientSurvey(terminal, file, options);
      const { report } = options;
      const json = { ...patientFileJson(parsed), ...(report !== undefined && { report }) };
      print(
        terminal,
        { json, text: paragraphs(patientSummary(parsed), ...(earlier === undefined ? [] : [earlier])) },
        options.json,
      );
      if (!options.json && report !== undefined) terminal.stderr.write(`Wrote ${report}\n`);
    });
}

type Parsed = { readonly parsed: ParsedPatientFile; readonly earlier: string | undefined };

/** Parses a patient file. Checks the account and creates the report file before reading the input. */
function parsePatientSurvey(terminal: Terminal, file: string, options: SurveyOptions): Promise<Parsed> {
  return withExistingDomain(terminal, async ({ accounts, patientSurveys }) => {
    const { id, name: practice } = await accounts.byKey(options.account);
    const { timeZone } = await accounts.settings(id);
    const named = { practice, timeZone, file: file === "-" ? "from standard input" : basename(file) };
    const report = options.report === undefined ? undefined : await fileInTheMaking(options.report);
    const progress = showProgress(terminal.stderr, "rows");
    const onProgress = ({ rows, ...how }: ParseProgress) => progress.show({ ...how, done: rows });
    try {
      const parsed = await withInputFile(terminal, file, (source) =>
        patientSurveys.parse(id, patientFile(source, options.type, noticesOf(terminal)), {
          ...settingsOf(options, timeZone),
          ...(file !== "-" && { fileName: file }),
          onProgress,
        }),
      ).catch(async (error: unknown) => {
        await reportFailure(report, error, options, named);
        throw error;
      });
      const earlier = earlierPatients(parsed, timeZone);
      const about = { ...named, earlier };
      const pages = () => patientSurveys.warningRows(id, parsed.item.file_id);
      await write(report, parsed, async () => {
        const { previous } = await fileWithPrevious(patientSurveys, id, parsed.item.file_id);
        return reportPage(await patientReport(parsed, pages(), about, await previous()));
      });
      if (parsed.item.total_patients + parsed.suppressed === 0) throw noPatients(parsed.item);
      return { parsed, earlier };
    } finally {
      progress.end();
      await report?.discard();
    }
  });
}

const earlierPatients = ({ earlier }: ParsedPatientFile, timeZone: TimeZone): string | undefined =>
  earlier ? earlierFile(`file ${earlier.file_id}`, earlier.created_at, timeZone) : undefined;

/** Error for a file without patients, because such an export is usually a mistake. */
const noPatients = ({ file_id: id }: PatientFileItem) => invalid("empty_file", `file ${id} has no patients`);

function settingsOf(
  { month, uploadedAt, by: createdBy, test, connection, transform, corrects }: SurveyOptions,
  timeZone: TimeZone,
): ParseOptions {
  const at = typeof uploadedAt === "string" ? startOfDay(uploadedAt, timeZone) : uploadedAt;
  return { isTest: test === true, ...defined({ month, createdBy, connection, transform, corrects, uploadedAt: at }) };
}

/**
 * Writes a report about the failed file.
 * It overwrites any earlier report, so that nobody mistakes it for the report of this file.
 */
async function reportFailure(
  report: FileInTheMaking | undefined,
  error: unknown,
  options: SurveyOptions,
  about: ReportedFile,
): Promise<void> {
  const reason = isDomainError(error) ? error.message : "internal error";
  try {
    await report?.finish([reportPage(failedPatientReport(options, reason, about))]);
  } catch (cause) {
    throw unavailable(
      "files_not_written",
      `the file could not be imported (${reason}), and its report could not be written`,
      cause,
    );
  }
}

/**
 * Writes the report.
 * If writing fails, the error says that the file was parsed, so that the operator does not parse it again.
 */
async function write(
  report: FileInTheMaking | undefined,
  { item }: ParsedPatientFile,
  page: () => Promise<string>,
): Promise<void> {
  try {
    await report?.finish([await page()]);
  } catch (error) {
    throw unavailable(
      "files_not_written",
      `file ${item.file_id} was parsed, but its report could not be written`,
      error,
    );
  }
}

/**
 * Summarizes a patient file for an operator: its counts, the number of rows per finding, and the eligible patients per
 * group.
 */
function patientSummary({ item, month, counts, suppressed, sample, unread = [] }: ParsedPatientFile): Text {
  const { defectsByCode, warningsByCode, eligibleByGroup } = counts;
  const counters = table(
    [`${item.cahps_type} ${item.is_test ? "test file" : "file"} ${item.file_id}`, "count"],
    [
      ["patients", item.total_patients],
      ["to be surveyed", counts.eligible],
      ["not surveyed", item.total_patients - counts.eligible],
      ["rows with findings", item.warnings_count],
      ...(suppressed > 0 ? [["rows about erased people, dropped", suppressed] as const] : []),
      ["sample month", month ?? "unknown"],
      ...sampleRows(sample),
    ],
  );
  const findings = [...rowsOf("defect", defectsByCode), ...rowsOf("warning", warningsByCode)];
  const groups = Object.entries(eligibleByGroup);
  return paragraphs(
    ...headingTable(unreadHeadings({ unread })),
    counters,
    ...filledTable(["finding", "code", "rows"], findings),
    ...filledTable(["surveyed group", "patients"], groups),
  );
}

const sampleRows = ({ files, visits, eligible }: SampleCounts) =>
  [
    ["files of the sample month", files],
    ["visits of the sample month", visits],
    ["to be surveyed in the sample month", eligible],
  ] as const;

const rowsOf = (kind: string, byCode: Readonly<Record<string, number>>) =>
  Object.entries(byCode).map(([code, rows]) => [kind, code, rows] as const);

/** Formats a parsed patient file as JSON. Adds counts that the API does not publish. */
const patientFileJson = (parsed: ParsedPatientFile, { earlier, unread = [] } = parsed) => ({
  ...patientFileCounts(parsed),
  imported_before: earlier && { file_id: earlier.file_id, created_at: earlier.created_at },
  ...(unread.length > 0 && { unread_headings: unreadHeadings({ unread }) }),
});

type ListOptions = JsonOption & { readonly account: string };

type ShowOptions = ListOptions & { readonly id: number; readonly report?: string };

export function addPatientSurveyCommands(program: Command, terminal: Terminal): void {
  const surveys = program
    .command("patient-surveys")
    .description("List, show and undo the patient files of CAHPS surveys");
  addCommand(surveys, "list", "List the patient files of an account, newest first, with the reason for each failure", [
    "repute patient-surveys list --account acme --json",
  ])
    .requiredOption("--account <key>", "Key of the account")
    .action(async ({ account, json }: ListOptions) => {
      const { items, timeZone } = await withExistingDomain(terminal, async ({ accounts, patientSurveys }) => {
        const { id } = await accounts.byKey(account);
        const files: PatientFileState[] = [];
        for await (const some of patientSurveys.files(id)) files.push(...some);
        return { items: files, ...(await accounts.settings(id)) };
      });
      print(terminal, { json: { items }, text: fileTable(items, timeZone) }, json);
    });
  addCommand(surveys, "show", "Show one patient file, and write its report again", [
    "repute patient-surveys show --account acme --id 3 --report may.html",
  ])
    .requiredOption("--account <key>", "Key of the account")
    .requiredOption("--id <id>", "Number of the file (see repute patient-surveys list)", patientFileIdOption)
    .option("--report <file.html>", "Write the HTML report for the survey staff to this file", fileOption(".html"))
    .action(async ({ account, id, report, json }: ShowOptions) => {
      const { file, timeZone } = await showFile(terminal, account, id, report);
      const item = { ...file, ...(report !== undefined && { report }) };
      print(terminal, { json: item, text: fileTable([file], timeZone) }, json);
      if (!json && report !== undefined) terminal.stderr.write(`Wrote ${report}\n`);
    });
  addUndoCommand(surveys, terminal, {
    description: "Undo a patient file: its rows no longer count, and rows that it replaced count again",
    noun: "file",
    undo: ({ patientSurveys }, ...wanted) => patientSurveys.undo(...wanted),
    ...{ itemOf: undonePatientFileItem, textOf: undoneText },
  });
}

function undoneText({ item, findings, visits, restored, remaining, sample }: UndonePatientFile, dryRun: boolean): Text {
  const counts = table(
    [`${item.cahps_type} file ${item.file_id}`, "count"],
    [
      ["rows with findings, removed", findings],
      ["visits, removed", visits],
      ...restored.map(({ file, rows }) => [`rows of file ${file} that count again`, rows] as const),
      ...remaining.map(({ file, rows }) => [`rows of file ${file} that stay not surveyed`, rows] as const),
      ...(sample ? sampleRows(sample) : []),
    ],
  );
  const advice = remaining.map(
    ({ file }) => `To survey these patients of file ${file}, undo file ${file} and parse it again.`,
  );
  const result = `File ${item.file_id} no longer counts. You can parse a corrected file now.`;
  return paragraphs(counts, [...advice, undoResult(dryRun, result)]);
}

type Shown = { readonly file: PatientFileState; readonly timeZone: TimeZone };

function showFile(terminal: Terminal, key: string, fileId: number, name?: string): Promise<Shown> {
  return withExistingDomain(terminal, async ({ accounts, patientSurveys }) => {
    const { id, name: practice } = await accounts.byKey(key);
    const found = await fileWithPrevious(patientSurveys, id, fileId);
    const { file } = found;
    const { timeZone } = await accounts.settings(id);
    if (name === undefined) return { file, timeZone };
    const about = { practice, file: file.file_name ?? `number ${file.file_id}`, timeZone };
    const output = await fileInTheMaking(name);
    try {
      await output.finish([reportPage(await storedPatientReport(patientSurveys, id, found, about))]);
    } finally {
      await output.discard();
    }
    return { file, timeZone };
  });
}

const fileTable = (files: readonly PatientFileState[], timeZone: TimeZone) =>
  table(
    ["file", "survey", `uploaded (${timeZone})`, "status", "patients", "rows with findings", "reason"],
    files.map((file) => [
      ...[
        String(file.file_id),
        file.is_test ? `${file.cahps_type} (test)` : file.cahps_type,
        minuteText(file.created_at, timeZone),
      ],
      ...[file.download_status, file.total_patients, file.warnings_count, file.failure ?? ""],
    ]),
  );
