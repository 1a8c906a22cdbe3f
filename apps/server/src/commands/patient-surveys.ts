import type { PatientFileState } from "@repute/domain";
import type { Command } from "commander";
import { print } from "../output.js";
import { table } from "../table.js";
import type { Terminal } from "../terminal.js";
import type { JsonOption } from "./command.js";
import { addCommand, withExistingDomain } from "./command.js";

type ListOptions = JsonOption & { readonly account: string };

export function addPatientSurveyCommands(program: Command, terminal: Terminal): void {
  const surveys = program.command("patient-surveys").description("List the patient files of CAHPS surveys");
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
}

const fileTable = (files: readonly PatientFileState[]) =>
  table(
    ["file", "survey", "uploaded", "status", "patients", "rows with findings", "reason"],
    files.map((file) => [
      ...[String(file.file_id), file.is_test ? `${file.cahps_type} (test)` : file.cahps_type, file.created_at],
      ...[file.download_status, file.total_patients, file.warnings_count, file.failure ?? ""],
    ]),
  );
