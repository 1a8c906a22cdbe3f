import { basename } from "node:path";
import { appointmentFile, backgroundProcess } from "@repute/adapter-files";
import type { CalendarDate, ImportOptions, ImportProgress, ImportRunItem, Instant, TimeZone } from "@repute/domain";
import { startOfDay } from "@repute/domain";
import type { Command } from "commander";
import { importSummary } from "../imports/import-summary.js";
import { importOutputs } from "../imports/import-outputs.js";
import { print } from "../output.js";
import { showProgress } from "../progress.js";
import type { Terminal } from "../terminal.js";
import type { JsonOption } from "./command.js";
import { addCommand, withExistingDomain } from "./command.js";
import { withInputFile } from "./input-file.js";
import { fileOption, uploadTimeOption } from "./option-values.js";

type RunOptions = JsonOption & {
  readonly account: string;
  readonly connection?: string;
  readonly test?: true;
  readonly uploadedAt?: Instant | CalendarDate;
  readonly errors?: string;
  readonly report?: string;
};

export function addImportAppointmentsCommand(program: Command, terminal: Terminal): void {
  addCommand(program, "import-appointments", "Import a file of appointments in one run (all or nothing)", [
    "repute import-appointments --account acme --report monday.html appointments.csv",
    "repute import-appointments --account acme --connection ehr --test --errors errors.csv siu.hl7.gz",
    "curl -s https://.../Appointment | repute import-appointments --account acme -",
  ])
    .argument(
      "<file>",
      "Table with headings, HL7 v2 SIU messages or FHIR R4 appointments, optionally gzipped (- for standard input)",
    )
    .requiredOption("--account <key>", "Key of the account")
    .option("--connection <name>", "Import connection whose settings apply (default: the account's only connection)")
    .option("--test", "Check the file and store the run, but no appointments and no invites")
    .option(
      "--uploaded-at <when>",
      "Upload time of the file: a timestamp, or a date in the account's time zone (default: now)",
      uploadTimeOption,
    )
    .option("--errors <file.csv>", "Write rows with errors to this CSV file", fileOption(".csv"))
    .option("--report <file.html>", "Write an HTML report for the practice's office to this file", fileOption(".html"))
    .action(async (file: string, options: RunOptions) => {
      backgroundProcess();
      const { run, suppressed } = await importAppointments(terminal, file, options);
      const { errors: errors_file, report } = options;
      const json = {
        ...run,
        suppressed,
        ...(errors_file !== undefined && { errors_file }),
        ...(report !== undefined && { report }),
      };
      print(terminal, { json, text: importSummary(run, suppressed) }, options.json);
      if (options.json) return;
      for (const written of [errors_file, report])
        if (written !== undefined) terminal.stderr.write(`Wrote ${written}\n`);
    });
}

/** A run as it is published, and the number of rows about erased people that it dropped. */
type Imported = { readonly run: ImportRunItem; readonly suppressed: number };

/** Looks for the account, and begins the files that are to be written, before it reads anything. */
function importAppointments(terminal: Terminal, file: string, options: RunOptions): Promise<Imported> {
  return withExistingDomain(terminal, async ({ accounts, imports }) => {
    const { id, name: practice } = await accounts.byKey(options.account);
    const { timeZone } = await accounts.settings(id);
    const outputs = await importOutputs(options);
    const progress = showProgress(terminal.stderr, "rows");
    const onProgress = ({ rows, ...how }: ImportProgress) => progress.show({ ...how, done: rows });
    try {
      const run = await withInputFile(terminal, file, (source) =>
        imports.run(id, appointmentFile(source), { ...settingsOf(options, timeZone), onProgress }),
      );
      const shown = file === "-" ? "from standard input" : basename(file);
      await outputs.write(run, () => imports.errorRows(id, run.import_id), { practice, file: shown, timeZone });
      return { run, suppressed: await imports.suppressed(id, run.import_id) };
    } finally {
      progress.end();
      await outputs.discard();
    }
  });
}

function settingsOf({ connection, test, uploadedAt }: RunOptions, timeZone: TimeZone): ImportOptions {
  const at = typeof uploadedAt === "string" ? startOfDay(uploadedAt, timeZone) : uploadedAt;
  return {
    isTest: test === true,
    ...(connection !== undefined && { connection }),
    ...(at !== undefined && { uploadedAt: at }),
  };
}
