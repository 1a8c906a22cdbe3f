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
  type PatientFileItem,
  type SampleMonth,
  startOfDay,
  type TimeZone,
  unavailable,
} from "@repute/domain";
import { type Command, Option } from "commander";
import { type FileInTheMaking, fileInTheMaking } from "../file-in-the-making.js";
import { earlierFile } from "../imports/earlier-file.js";
import { paragraphs, print } from "../output.js";
import { failedPatientReport, patientReport } from "../patient-surveys/patient-report.js";
import { patientFileJson, patientSummary } from "../patient-surveys/patient-summary.js";
import { fileWithPrevious } from "../patient-surveys/previous-file.js";
import { showProgress } from "../progress.js";
import { reportPage } from "../report/report-page.js";
import type { ReportedFile } from "../report/reported-file.js";
import type { Terminal } from "../terminal.js";
import { addCommand, type JsonOption, withExistingDomain } from "./command.js";
import { noticesOf, withInputFile } from "./input-file.js";
import { emailOption, fileOption, labelOption, monthOption, uploadTimeOption } from "./option-values.js";

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
};

export function addParsePatientSurveyCommand(program: Command, terminal: Terminal): void {
  addCommand(
    program,
    "parse-patient-survey",
    "Check a patient file for a CAHPS survey, and report which patients can be surveyed",
    [
      "repute parse-patient-survey --account acme --type OASCAHPS --month 2026-05 --report may.html patients.csv",
      "repute parse-patient-survey --account acme --type HCAHPS --by ann@example.com stays.csv.gz",
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
        return reportPage(await patientReport(parsed, pages(), about, previous));
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
  { month, uploadedAt, by: createdBy, test, connection, transform }: SurveyOptions,
  timeZone: TimeZone,
): ParseOptions {
  const at = typeof uploadedAt === "string" ? startOfDay(uploadedAt, timeZone) : uploadedAt;
  return { isTest: test === true, ...defined({ month, createdBy, connection, transform, uploadedAt: at }) };
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
