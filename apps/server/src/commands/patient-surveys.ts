import type { PatientFileState } from "@repute/domain";
import type { Command } from "commander";
import { fileInTheMaking } from "../file-in-the-making.js";
import { print } from "../output.js";
import { failedPatientReport, patientReport } from "../patient-surveys/patient-report.js";
import { fileWithPrevious } from "../patient-surveys/previous-file.js";
import { reportPage } from "../report/report-page.js";
import { minuteText, table } from "../table.js";
import type { Terminal } from "../terminal.js";
import { addCommand, type JsonOption, withExistingDomain } from "./command.js";
import { fileOption, patientFileIdOption } from "./option-values.js";

type ListOptions = JsonOption & { readonly account: string };
type ShowOptions = ListOptions & { readonly id: number; readonly report?: string };

export function addPatientSurveyCommands(program: Command, terminal: Terminal): void {
  const surveys = program.command("patient-surveys").description("List and show the patient files of CAHPS surveys");
  addCommand(surveys, "list", "List the patient files of an account, newest first, with the reason for each failure", [
    "repute patient-surveys list --account acme --json",
  ])
    .requiredOption("--account <key>", "Key of the account")
    .action(async ({ account, json }: ListOptions) => {
      const items = await withExistingDomain(terminal, async ({ accounts, patientSurveys }) => {
        const { id } = await accounts.byKey(account);
        const files: PatientFileState[] = [];
        for await (const some of patientSurveys.files(id)) files.push(...some);
        return files;
      });
      print(terminal, { json: { items }, text: fileTable(items) }, json);
    });
  addCommand(surveys, "show", "Show one patient file, and write its report again", [
    "repute patient-surveys show --account acme --id 3 --report may.html",
  ])
    .requiredOption("--account <key>", "Key of the account")
    .requiredOption("--id <id>", "Number of the file (see repute patient-surveys list)", patientFileIdOption)
    .option("--report <file.html>", "Write the HTML report for the survey staff to this file", fileOption(".html"))
    .action(async ({ account, id, report, json }: ShowOptions) => {
      const file = await showFile(terminal, account, id, report);
      print(terminal, { json: { ...file, ...(report !== undefined && { report }) }, text: fileTable([file]) }, json);
      if (!json && report !== undefined) terminal.stderr.write(`Wrote ${report}\n`);
    });
}

function showFile(terminal: Terminal, key: string, fileId: number, name?: string): Promise<PatientFileState> {
  return withExistingDomain(terminal, async ({ accounts, patientSurveys }) => {
    const { id, name: practice } = await accounts.byKey(key);
    const { file, previous } = await fileWithPrevious(patientSurveys, id, fileId);
    if (name === undefined) return file;
    const { timeZone } = await accounts.settings(id);
    const about = { practice, file: file.file_name ?? `number ${file.file_id}`, timeZone };
    const output = await fileInTheMaking(name);
    try {
      const report =
        file.download_status === "Done"
          ? await patientReport(stored(file), patientSurveys.warningRows(id, fileId), about, previous)
          : failedPatientReport(failedFile(file), reasonOf(file), about);
      await output.finish([reportPage(report)]);
    } finally {
      await output.discard();
    }
    return file;
  });
}

const stored = (file: PatientFileState) => ({
  item: file,
  month: file.sample_month,
  ...(file.headings && { headings: file.headings }),
});

const failedFile = ({ cahps_type: type, integration_connection: connection }: PatientFileState) => ({
  type,
  ...(connection !== null && { connection }),
});

const reasonOf = ({ failure, download_status: status }: PatientFileState): string =>
  failure ?? `the file is not parsed yet (${status.toLowerCase()})`;

const fileTable = (files: readonly PatientFileState[]) =>
  table(
    ["file", "survey", "uploaded (UTC)", "status", "patients", "rows with findings", "reason"],
    files.map((file) => [
      ...[
        String(file.file_id),
        file.is_test ? `${file.cahps_type} (test)` : file.cahps_type,
        minuteText(file.created_at),
      ],
      ...[file.download_status, file.total_patients, file.warnings_count, file.failure ?? ""],
    ]),
  );
