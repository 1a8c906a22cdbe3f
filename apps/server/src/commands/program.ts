import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { settingsHelp } from "../settings/settings-help.js";
import { screenOf, type Terminal } from "../terminal.js";
import { addAccountCommands } from "./account.js";
import { addAuditCommand } from "./audit.js";
import { addBackupCommands } from "./backup.js";
import { addCampaignCommands } from "./campaigns.js";
import { addClientCommands } from "./client.js";
import { addCompletionCommand } from "./completion.js";
import { addConfigCommands } from "./config.js";
import { addCopyCommand } from "./copy.js";
import { addDemoCommand } from "./demo.js";
import { addEraseCommand } from "./erase.js";
import { addExpireCursorsCommand } from "./expire-cursors.js";
import { addImportAppointmentsCommand } from "./import-appointments.js";
import { addImportCallsCommand } from "./import-calls.js";
import { addImportsCommands } from "./imports.js";
import { addLinkCommand } from "./link.js";
import { addLoadCommand } from "./load.js";
import { addMigrateCommand } from "./migrate.js";
import { addParsePatientSurveyCommand } from "./parse-patient-survey.js";
import { addPatientSurveyCommands } from "./patient-surveys.js";
import { addPurgeCommand } from "./purge-test-submissions.js";
import { addRebuildCommand } from "./rebuild.js";
import { addSealCommand } from "./seal.js";
import { addServeCommand } from "./serve.js";
import { addTokenCommands } from "./token.js";
import { addUserCommands } from "./user.js";
import { addWidgetCommands } from "./widget.js";

type AddCommands = (program: Command, terminal: Terminal) => void;

/** Commands in the order of `repute --help`, by group. */
const groups: Readonly<Record<string, readonly AddCommands[]>> = {
  "Serve:": [addServeCommand, addDemoCommand, addMigrateCommand, addConfigCommands],
  "Accounts and tokens:": [addAccountCommands, addTokenCommands, addClientCommands, addAuditCommand],
  "Load data:": [
    addLoadCommand,
    addImportCallsCommand,
    addImportAppointmentsCommand,
    addImportsCommands,
    addParsePatientSurveyCommand,
    addPatientSurveyCommands,
  ],
  "Campaigns, website and users:": [addCampaignCommands, addLinkCommand, addWidgetCommands, addUserCommands],
  "Copy data:": [addCopyCommand, addExpireCursorsCommand],
  "Maintenance:": [addEraseCommand, addPurgeCommand, addRebuildCommand, addSealCommand, addBackupCommands],
  "Help:": [addCompletionCommand],
};

/** Maximum line length of help, in characters. */
const helpWidth = 80;

/** Creates the command line program with all commands. */
export function createProgram(terminal: Terminal): Command {
  const program = new Command("repute")
    .description("Serve the reputation, marketing attribution and import data of healthcare practices over HTTP.")
    .version(version(), "-V, --version", "Print the version")
    .configureOutput({
      writeOut: (text) => void terminal.stdout.write(text),
      writeErr: (text) => void terminal.stderr.write(text),
      outputError: (text, write) => write(text.replace(/^error:/, screenOf(terminal.stderr, terminal.env).red)),
      getOutHelpWidth: () => helpWidth,
      getErrHelpWidth: () => helpWidth,
    })
    .configureHelp({ subcommandTerm: (command) => command.name(), minWidthToWrap: 20 })
    .helpOption("-h, --help", "Show help")
    .addHelpCommand(new Command("help").argument("[command]").description("Show help for a command").helpGroup("Help:"))
    .showHelpAfterError("Add --help to see the usage.")
    .exitOverride()
    .addHelpText("after", environmentHelp);
  for (const [title, addCommands] of Object.entries(groups)) {
    program.commandsGroup(title);
    for (const add of addCommands) add(program, terminal);
  }
  return program;
}

/** Reads this program's version from package.json. */
function version(): string {
  const { version: found } = JSON.parse(readFileSync(join(__dirname, "../../package.json"), "utf8")) as {
    readonly version: string;
  };
  return found;
}

const environmentHelp = `${settingsHelp()}

Only serve, migrate and demo migrate an older database.
Exit codes: 0 success, 1 failure, 2 wrong usage, 3 file without rows.
With --json, standard output is one JSON document: the result, or
{"error": {"code", "message", "errors"}}.

Example:
  $ repute account create --key acme --name "Acme Dental"`;
