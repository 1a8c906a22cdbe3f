import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import type { Terminal } from "../terminal.js";
import { addAccountCommands } from "./account.js";
import { addAuditCommand } from "./audit.js";
import { addBackupCommands } from "./backup.js";
import { addClientCommands } from "./client.js";
import { addConfigCommands } from "./config.js";
import { addCopyCommand } from "./copy.js";
import { addDemoCommand } from "./demo.js";
import { addExpireCursorsCommand } from "./expire-cursors.js";
import { addEraseCommand } from "./erase.js";
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
import { settingsHelp } from "../settings/settings-help.js";
import { addWidgetCommands } from "./widget.js";

const addCommands = [
  addServeCommand,
  addDemoCommand,
  addMigrateCommand,
  addConfigCommands,
  addAccountCommands,
  addTokenCommands,
  addClientCommands,
  addAuditCommand,
  addLoadCommand,
  addImportCallsCommand,
  addImportAppointmentsCommand,
  addImportsCommands,
  addParsePatientSurveyCommand,
  addPatientSurveyCommands,
  addLinkCommand,
  addWidgetCommands,
  addUserCommands,
  addEraseCommand,
  addPurgeCommand,
  addRebuildCommand,
  addSealCommand,
  addBackupCommands,
  addExpireCursorsCommand,
  addCopyCommand,
];

/** Creates the command line program with all commands. */
export function createProgram(terminal: Terminal): Command {
  const program = new Command("repute")
    .description("Serve the reputation, marketing attribution and import data of healthcare practices over HTTP.")
    .version(version(), "-V, --version", "Print the version")
    .configureOutput({
      writeOut: (text) => void terminal.stdout.write(text),
      writeErr: (text) => void terminal.stderr.write(text),
    })
    .helpOption("-h, --help", "Show help")
    .helpCommand("help [command]", "Show help for a command")
    .showHelpAfterError("Add --help to see the usage.")
    .exitOverride()
    .addHelpText("after", environmentHelp);
  for (const add of addCommands) add(program, terminal);
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

Only serve, migrate and demo migrate an older database. Exit codes: 0 success, 1 failure, 2 wrong usage, 3 file without rows.
With --json, standard output is one JSON document: the result, or {"error": {"code", "message", "errors"}}.

Example:
  $ repute account create --key acme --name "Acme Dental"`;
